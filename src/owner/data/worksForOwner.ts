/**
 * The works as the owner's page lists them, by public reads that ask for a few fields: a whole work, with the addresses of all
 * its pictures, has some 24 kB, and a phone would take a second to read forty of them.
 */
import { WORKS_PER_PAGE } from '../../contract/pageSizes';
import type { BackendConfig } from '../../firebase/config';
import { post, toDocument, documentName } from '../../firebase/rest/firestoreDocuments';
import { CARD_FIELDS, placeOf, queryWorks } from '../../firebase/rest/galleryQuery';
import { fieldsOf } from '../../firebase/rest/httpCall';
import { parseCard, parseWork } from '../../firebase/rest/parseDocuments';
import type { ListedWork } from '../../domain/types';
import type { GalleryPlace } from '../../ports/reads';
import type { Page } from '../ports';

/** A page of the works behind a place. Rejects when it cannot be read. */
export async function readListedWorks(
  config: BackendConfig,
  after?: GalleryPlace,
): Promise<Page<ListedWork, GalleryPlace>> {
  const list = await queryWorks(config, {
    after,
    // One more tells whether there are more.
    limit: WORKS_PER_PAGE + 1,
    fields: CARD_FIELDS,
  });
  if (!list.ok) throw new Error(`The works could not be read: ${list.reason}.`);
  const { documents } = list.value;
  const shown = documents.slice(0, WORKS_PER_PAGE);
  const next = documents.length > WORKS_PER_PAGE ? placeOf(shown[WORKS_PER_PAGE - 1]) : undefined;
  const items = shown.flatMap((json) => {
    const document = toDocument(json);
    if (!document) return [];
    const { id, title, cover, created } = parseWork(
      document.id,
      document.fields,
      document.createTime,
    );
    return [{ id, title, cover, created }];
  });
  return { items, ...(next && { next }) };
}

/** The titles of these works, by their ids, in one call; without those that are gone. Rejects when they cannot be read. */
export async function readTitles(
  config: BackendConfig,
  works: readonly string[],
): Promise<Map<string, string>> {
  const documents = works.map((work) => documentName(config, `gallery/${work}`));
  const mask = { fieldPaths: ['title'] };
  const answer = await post(config, 'documents:batchGet', { documents, mask });
  if (answer?.status !== 200 || !Array.isArray(answer.json)) {
    throw new Error(`The titles could not be read: ${answer?.status ?? 'no answer'}.`);
  }
  const found = answer.json.flatMap((message) => toDocument(fieldsOf(message)['found']) ?? []);
  return new Map(found.map(({ id, fields }) => [id, parseCard(id, fields).title]));
}
