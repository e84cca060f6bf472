import { useEffect, useState } from 'react';
import { isDay, type StoredWork } from '../../../machines/workEditorTypes';
import { log } from '../../lib/log';
import type { OwnerDocumentsPort } from '../ports';
import { momentOf } from './days';

interface GalleryPlaceProps {
  day: string;
  stored: StoredWork | null;
  documents: OwnerDocumentsPort;
  now(): Date;
}

/** Says between which works one of this day stands. */
export function GalleryPlace({ day, stored, documents, now }: GalleryPlaceProps) {
  const [place, setPlace] = useState<{ day: string; text: string }>();
  useEffect(() => {
    if (!isDay(day)) return undefined;
    let isOver = false;
    const clock = stored ? new Date(stored.created) : now();
    documents.neighbours(momentOf(day, clock), stored?.id).then(
      (neighbours) => {
        if (!isOver) setPlace({ day, text: placeText(neighbours) });
      },
      (error: unknown) => log('The place in the gallery could not be read.', error),
    );
    return () => {
      isOver = true;
    };
  }, [day, stored, documents, now]);
  return (
    <span>{place?.day === day ? place.text : 'The gallery shows the oldest work first.'}</span>
  );
}

function placeText({ before, after }: { before?: string; after?: string }): string {
  if (before === undefined && after === undefined) return 'It is the only work of the gallery.';
  if (after === undefined) return `In the gallery it stands last, after “${before}”.`;
  if (before === undefined) return `In the gallery it stands first, before “${after}”.`;
  return `In the gallery it stands between “${before}” and “${after}”.`;
}
