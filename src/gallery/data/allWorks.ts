import { MAX_LISTED_WORKS } from '../../contract/pageSizes';
import { WORKS_ID } from '../../contract/names';
import type { BackendConfig } from '../../firebase/config';
import { toDocument } from '../../firebase/rest/firestoreDocuments';
import { queryWorks } from '../../firebase/rest/galleryQuery';
import { parseCard } from '../../firebase/rest/parseDocuments';
import type { GalleryCard } from '../../domain/types';
import type { ReadResult } from '../../lib/results';
import type { AllWorks } from '../port';

/**
 * All of them, because an owner may give a work an earlier time: where those are that the build does not know, no order
 * tells. Each is billed as one document.
 */
export async function readAllWorks(config: BackendConfig): Promise<ReadResult<AllWorks>> {
  const readAt = Date.now();
  const fields = ['title', 'cover.url', 'cover.thumb'];
  const read = await queryWorks(config, { limit: MAX_LISTED_WORKS, isNewestFirst: true, fields });
  if (!read.ok) return read;
  const works = read.value.documents.flatMap((json) => {
    const document = toDocument(json);
    return document ? [parseCard(document.id, document.fields)] : [];
  });
  return { ok: true, value: { works, readAt } };
}

/** All works as the build has written them; undefined if the page cannot be loaded, or lists nothing. */
export async function builtWorks(): Promise<AllWorks | undefined> {
  // By the name of its file, which the worker has. It answers for the page's address only where a visitor goes there.
  const answer = await fetch('/work/index.html').catch(() => undefined);
  if (!answer?.ok) return undefined;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const data = page.getElementById(WORKS_ID)?.textContent;
  const { all } = JSON.parse(data ?? '{}') as { all?: GalleryCard[] };
  return all && { works: all };
}
