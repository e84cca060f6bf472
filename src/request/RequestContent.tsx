import { useEffect } from 'react';
import { matchPath } from 'react-router-dom';
import { useServiceTypes } from '../shared/useServiceTypes';
import { useWorkInMemory } from '../shared/worksStore';
import { RequestForm } from './RequestForm';
import { ConfirmScreen, OutcomeScreen, ProgressScreen } from './SendingScreens';
import { useRequestForm } from './useRequestForm';
import { useSharedImages } from './useSharedImages';

/**
 * What others need to know about the form: whether this is a moment to reload the page. `unsent` is a
 * request that came back into the closed form.
 */
export type Activity = 'idle' | 'delivering' | 'unsent';

export interface RequestContentProps {
  open: boolean;
  /** The visitor wants out: Escape, the backdrop, the close button, or "continue" at the end. */
  onClose(): void;
  /** Path of the page that it was opened from. */
  from: string;
  /** Title of a work that the visitor wants something like. */
  like?: string | undefined;
  /** `like` is in the form: take it out of the address. */
  onLikeTaken?: (() => void) | undefined;
  /** A record of the outbox to take back into the form. */
  editKey?: string | undefined;
  /** `editKey` was taken: set it to undefined, so that the same record can be asked for again. */
  onEditTaken?: (() => void) | undefined;
  /** Tells how the form stands, with every change of it. */
  onActivity?: ((activity: Activity) => void) | undefined;
}

/** What is in the request dialog: the form, or how its request gets on. */
export function RequestContent(props: RequestContentProps) {
  const { open, onClose, from, like, onLikeTaken, editKey, onEditTaken, onActivity } = props;
  const work = useWorkInMemory(matchPath('/work/:id', from)?.params.id);
  const form = useRequestForm(open, open && like === undefined ? work?.title : undefined);
  const { screen, edit, beginWith, inMemory, progress, unsent, sent, hasArrived } = form;
  const types = useServiceTypes(open, form.fields.categories);
  useSharedImages(open && form.isEditing, form.choose);

  useEffect(() => {
    if (editKey === undefined) return;
    edit(editKey);
    onEditTaken?.();
  }, [editKey, edit, onEditTaken]);

  const canTakeLike = open && form.isEditing && like !== undefined;
  useEffect(() => {
    if (!canTakeLike) return;
    beginWith(like);
    onLikeTaken?.();
  }, [canTakeLike, beginWith, like, onLikeTaken]);

  const isSending = screen === 'creating' || screen === 'uploading';
  const activity = isSending ? 'delivering' : unsent ? 'unsent' : 'idle';
  useEffect(() => onActivity?.(activity), [activity, onActivity]);

  switch (screen) {
    case 'form':
      return <RequestForm form={form} types={types} />;
    case 'confirming':
      return <ConfirmScreen onAnswer={form.answer} />;
    case 'creating':
    case 'uploading':
      return (
        <ProgressScreen
          step={screen}
          progress={progress}
          isSlow={form.isSlow}
          inMemory={inMemory}
        />
      );
    case 'queued':
    case 'success':
      return (
        <OutcomeScreen
          outcome={screen}
          sent={sent}
          submitted={form.submitted}
          types={types}
          hasArrived={hasArrived}
          hasRefusedImages={form.hasRefusedImages}
          inMemory={inMemory}
          onContinue={onClose}
        />
      );
  }
}
