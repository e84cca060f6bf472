import { useEffect, useRef } from 'react';
import type { Log } from '../domain/ports';
import { useServiceTypes } from '../shared/useServiceTypes';
import { RequestForm } from './RequestForm';
import { ConfirmScreen, OutcomeScreen, ProgressScreen } from './Screens';
import { useRequestForm } from './useRequestForm';

/**
 * What others need to know about the form: whether this is a moment to reload the page. `unsent` is a
 * request that came back into the closed form.
 */
export type Activity = 'idle' | 'delivering' | 'unsent';

export interface RequestContentProps {
  open: boolean;
  /** The visitor wants out: Escape, the backdrop, the close button, or "continue" at the end. */
  onClose(): void;
  /** Failures of sending are only logged (specification, section 8). */
  log: Log;
  /** A record of the outbox to take back into the form. */
  editKey?: string | undefined;
  /** `editKey` was taken: set it to undefined, so that the same record can be asked for again. */
  onEditTaken?: (() => void) | undefined;
  /**
   * Images that came from outside (the share target); each new array is added once, when the form
   * can take them.
   */
  incoming?: readonly File[] | undefined;
  /** `incoming` is in the form: it need not be kept elsewhere. */
  onIncomingTaken?: (() => void) | undefined;
  /** Tells how the form stands, with every change of it. */
  onActivity?: ((activity: Activity) => void) | undefined;
}

/** What is in the request dialog: the form, or how its request gets on. */
export function RequestContent(props: RequestContentProps) {
  const { open, onClose, log, editKey, onEditTaken, incoming, onIncomingTaken, onActivity } = props;
  const form = useRequestForm(open, log);
  const { snapshot, send, choose } = form;
  const { fields, inMemory, progress, unsent } = snapshot.context;
  const types = useServiceTypes(open, fields.categories);

  useEffect(() => {
    if (editKey === undefined) return;
    send({ type: 'record.edited', key: editKey });
    onEditTaken?.();
  }, [editKey, send, onEditTaken]);
  const isConfirming = snapshot.matches('confirming');
  const isQueued = snapshot.matches({ sending: 'queued' });
  const isThrough = isQueued || snapshot.matches('success');
  const isSending = snapshot.matches('sending') && !isQueued;
  const isForm = !isConfirming && !isThrough && !isSending;
  const canTake = isForm && !snapshot.matches('restoring');
  const taken = useRef<readonly File[]>(undefined);
  useEffect(() => {
    if (!canTake || !incoming || incoming.length === 0 || taken.current === incoming) return;
    taken.current = incoming;
    void choose(incoming).then((isIn) => isIn && onIncomingTaken?.());
  }, [canTake, incoming, choose, onIncomingTaken]);
  const activity = isSending ? 'delivering' : unsent ? 'unsent' : 'idle';
  useEffect(() => onActivity?.(activity), [activity, onActivity]);

  if (isConfirming) {
    const onAnswer = (replace: boolean) =>
      send({ type: replace ? 'replacement.confirmed' : 'replacement.declined' });
    return <ConfirmScreen onAnswer={onAnswer} />;
  }
  if (isThrough) {
    const outcome = isQueued ? 'queued' : 'success';
    return <OutcomeScreen outcome={outcome} inMemory={inMemory} onContinue={onClose} />;
  }
  if (isSending) {
    const isUploading = snapshot.matches({ sending: 'uploading' });
    return <ProgressScreen isUploading={isUploading} progress={progress} inMemory={inMemory} />;
  }
  return <RequestForm form={form} types={types} />;
}
