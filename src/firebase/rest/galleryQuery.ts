/**
 * The query of the gallery: works in its order, oldest first, from the first one or from a place on. The owner's page asks
 * for them the other way round. It names a place, because the page tokens of `documents.list` fail beside an order
 * (`queryAll`), and because a place stays right when works come and go.
 */
import { GALLERY_ORDER } from '../../domain/constants';
import type { GalleryPlace } from '../../gallery/port';
import type { BackendConfig } from '../config';
import { documentName, readFailure, toDocument, type DocumentList } from './firestoreDocuments';
import { fieldsOf } from './httpCall';
import { runQuery } from './queries';
import type { ReadResult } from '../../lib/results';

/** The fields of a card, and the one of the order. */
export const CARD_FIELDS = ['title', 'cover', GALLERY_ORDER];

interface WorksQuery {
  /** From behind this place on; from the first work on without it. */
  after?: GalleryPlace | undefined;
  limit: number;
  isNewestFirst?: boolean;
  /** Only these fields; `created` must be one of them. Firestore bills a document by its fields all the same. */
  fields?: readonly string[];
}

/** The works' documents, as `documents.list` would answer them. */
export async function queryWorks(
  config: BackendConfig,
  { after, limit, isNewestFirst, fields }: WorksQuery,
): Promise<ReadResult<DocumentList>> {
  const structuredQuery = {
    from: [{ collectionId: 'gallery' }],
    // By default the order is ascending, and `startAt` begins behind its values.
    orderBy: [GALLERY_ORDER, '__name__'].map((fieldPath) => ({
      field: { fieldPath },
      direction: isNewestFirst ? 'DESCENDING' : undefined,
    })),
    startAt: after && {
      values: [after.created, { referenceValue: documentName(config, `gallery/${after.id}`) }],
    },
    limit,
    select: fields && { fields: fields.map((fieldPath) => ({ fieldPath })) },
  };
  const { answer, messages } = await runQuery(config, '', 'runQuery', { structuredQuery });
  if (!messages) return readFailure(answer);
  const documents = messages.flatMap(({ document }) => (document === undefined ? [] : [document]));
  return { ok: true, value: { documents } };
}

export function placeOf(json: unknown): GalleryPlace | undefined {
  const document = toDocument(json);
  const { created } = fieldsOf(fieldsOf(json)['fields']);
  return document && created !== undefined
    ? { created: fieldsOf(created), id: document.id }
    : undefined;
}
