import { useEffect } from 'react';
import { matchPath } from 'react-router-dom';
import type { ServiceType } from '../domain/types';
import { PartBoundary } from '../shared/PartBoundary';
import { useServiceTypes } from '../shared/useServiceTypes';
import { useCardInMemory } from '../shared/worksStore';
import { RequestForm } from './RequestForm';
import { ConfirmScreen, OutcomeScreen, ProgressScreen } from './SendingScreens';
import { useRequestForm, type RequestFormView } from './useRequestForm';
import { useSharedImages } from './useSharedImages';

/**
 * The form's state, as far as it decides whether the page may be reloaded. `unsaved`: what the visitor has typed is
 * only in this page. `unsent`: a request could not be saved and is only in the closed form.
 */
export type Activity = 'idle' | 'delivering' | 'unsaved' | 'unsent';

export interface RequestContentProps {
  open: boolean;
  /** The visitor closes the form: by Escape, the backdrop, the close button, or "continue" at the end. */
  onClose(): void;
  /** Path of the page from which the form was opened. */
  from: string;
  /** Title of a work; the visitor wants something like it. */
  like?: string | undefined;
  /** The title is in the form and can be removed from the address. */
  onLikeTaken?: (() => void) | undefined;
  /** Key of the record that the visitor wants to edit. */
  editKey?: string | undefined;
  /** The form has taken `editKey`. Set it to undefined, so that the same record can be edited again. */
  onEditTaken?: (() => void) | undefined;
  /** Called with every change of the form's activity. */
  onActivity?: ((activity: Activity) => void) | undefined;
}

/** The content of the request dialog: the form, or a screen about its delivery. */
export function RequestContent(props: RequestContentProps) {
  const { open, onClose, from, like, onLikeTaken, editKey, onEditTaken, onActivity } = props;
  const work = useCardInMemory(matchPath('/work/:id', from)?.params.id);
  const form = useRequestForm(open, open && like === undefined ? work?.title : undefined);
  const { edit, beginWith } = form;
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

  const activity = activityOf(form);
  useEffect(() => onActivity?.(activity), [activity, onActivity]);

  return (
    <PartBoundary name="the request form">
      <Screen form={form} types={types} onContinue={onClose} />
    </PartBoundary>
  );
}

function activityOf({ screen, isSaving, isUnsent, isUnsaved }: RequestFormView): Activity {
  if (screen === 'creating' || screen === 'uploading') return 'delivering';
  if (isUnsent) return 'unsent';
  return isSaving || isUnsaved ? 'unsaved' : 'idle';
}

interface ScreenProps {
  form: RequestFormView;
  types: ServiceType[];
  onContinue(): void;
}

function Screen({ form, types, onContinue }: ScreenProps) {
  const { screen, inMemory, progress, sent, hasTextArrived } = form;
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
          hasTextArrived={hasTextArrived}
          hasRefusedImages={form.hasRefusedImages}
          inMemory={inMemory}
          onContinue={onContinue}
        />
      );
  }
}
