import { useEffect, useRef } from 'react';
import type { Log } from '../../domain/ports';
import { useServiceTypes } from '../useServiceTypes';
import { RequestForm } from './RequestForm';
import { ConfirmScreen, OutcomeScreen, ProgressScreen } from './Screens';
import { useRequestForm, type Activity } from './useRequestForm';

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
  const { snapshot, send, screen, activity, choose } = form;
  const { fields, inMemory, progress } = snapshot.context;
  const types = useServiceTypes(open, fields.categories);

  useEffect(() => {
    if (editKey === undefined) return;
    send({ type: 'record.edited', key: editKey });
    onEditTaken?.();
  }, [editKey, send, onEditTaken]);
  const canTake = screen === 'editing' && !snapshot.matches('restoring');
  const taken = useRef<readonly File[]>(undefined);
  useEffect(() => {
    if (!canTake || !incoming || incoming.length === 0 || taken.current === incoming) return;
    taken.current = incoming;
    void choose(incoming).then((isIn) => isIn && onIncomingTaken?.());
  }, [canTake, incoming, choose, onIncomingTaken]);
  useEffect(() => onActivity?.(activity), [activity, onActivity]);

  if (screen === 'editing') return <RequestForm form={form} types={types} />;
  if (screen === 'confirming') {
    const onAnswer = (replace: boolean) =>
      send({ type: replace ? 'replacement.confirmed' : 'replacement.declined' });
    return <ConfirmScreen onAnswer={onAnswer} />;
  }
  if (screen === 'success' || screen === 'queued') {
    return <OutcomeScreen outcome={screen} inMemory={inMemory} onContinue={onClose} />;
  }
  const isUploading = screen === 'uploading';
  return <ProgressScreen isUploading={isUploading} progress={progress} inMemory={inMemory} />;
}
