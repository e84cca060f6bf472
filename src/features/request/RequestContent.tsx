import { useEffect, useRef } from 'react';
import { useServiceTypes } from '../useServiceTypes';
import { ConfirmScreen } from './ConfirmScreen';
import { OutcomeScreen } from './OutcomeScreen';
import { ProgressScreen } from './ProgressScreen';
import type { RequestDialogProps } from './RequestDialog';
import { RequestForm } from './RequestForm';
import { useRequestForm } from './useRequestForm';

/** What is in the request dialog: the form, or how its request gets on. */
export function RequestContent(props: RequestDialogProps) {
  const { open, onClose, log, editKey, onEditTaken, incoming, onIncomingTaken, onActivity } = props;
  const form = useRequestForm({ open, log });
  const types = useServiceTypes(open);
  const { edit, choose, activity, screen } = form;

  useEffect(() => {
    if (editKey === undefined) return;
    edit(editKey);
    onEditTaken?.();
  }, [editKey, edit, onEditTaken]);
  const canTake = screen === 'editing' && !form.isRestoring;
  const taken = useRef<readonly File[]>(undefined);
  useEffect(() => {
    if (!canTake || !incoming || incoming.length === 0 || taken.current === incoming) return;
    taken.current = incoming;
    void choose(incoming).then((isIn) => isIn && onIncomingTaken?.());
  }, [canTake, incoming, choose, onIncomingTaken]);
  useEffect(() => onActivity?.(activity), [activity, onActivity]);

  if (screen === 'editing') return <RequestForm form={form} types={types} />;
  if (screen === 'confirming') return <ConfirmScreen onAnswer={form.confirmReplacement} />;
  if (screen === 'sent' || screen === 'queued') {
    return <OutcomeScreen outcome={screen} onContinue={onClose} />;
  }
  return (
    <ProgressScreen
      isUploading={screen === 'uploading'}
      progress={form.progress}
      isDirect={form.isDirect}
    />
  );
}
