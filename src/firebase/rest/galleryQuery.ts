/**
 * The query of the gallery: works in its order, from the first one or from a place on. It names a place, because the
 * page tokens of `documents.list` fail beside an order (`queryAll`), and because a place stays right when works come
 * and go.
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
  /** The works behind this place; without it, from the first one on. */
  after?: GalleryPlace | undefined;
  limit: number;
  isNewestFirst?: boolean;
  /**
   * Only these fields are read; `created` must be one of them. Firestore bills a document as a whole, whatever fields
   * are asked for.
   */
  fields?: readonly string[];
}

/** The works' documents, as `documents.list` would answer them. */
export async function queryWorks(
  config: BackendConfig,
  { after, limit, isNewestFirst, fields }: WorksQuery,
): Promise<ReadResult<DocumentList>> {
  const structuredQuery = {
    from: [{ collectionId: 'gallery' }],
    // Without a direction the order is ascending. `startAt` begins behind these values, as it says no `before`.
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
