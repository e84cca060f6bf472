import { shallowEqual } from '@xstate/react';
import { categoriesIn, isOpenIn, viewOf } from '../../machines/requestFormView';
import { hasFailed, runningForm, useFormState } from '../shared/form/requestFormState';
import { useServiceTypes } from '../shared/form/useServiceTypes';
import { AwaitedFiles } from './fields/FilesBeingRead';
import { Opening } from './Opening';
import { RequestForm } from './fields/RequestForm';
import { OutcomeScreen, ProgressScreen } from './sending/SendingScreens';
import { FormProvider, useFormSelector } from './useForm';

/** Starts the form. It is in the same file as its screens, so that both are loaded at once. */
export { runForm } from './running/runForm';
export { formMachine } from './running/requestFormEffects';

interface RequestContentProps {
  onContinue(): void;
}

export function RequestContent({ onContinue }: RequestContentProps) {
  const form = useFormState(runningForm);
  // This file is the form's code, so it is the start that failed. The part says so in the dialog.
  if (useFormState(hasFailed)) throw new Error('The form did not start.');
  // The port starts the form as soon as this code is there.
  if (!form) return null;
  return (
    <FormProvider value={form}>
      <Screen onContinue={onContinue} />
    </FormProvider>
  );
}

function Screen({ onContinue }: RequestContentProps) {
  const view = useFormSelector(viewOf, shallowEqual);
  const types = useServiceTypes(useFormSelector(isOpenIn), useFormSelector(categoriesIn));
  switch (view.screen) {
    case 'opening':
      return <Opening />;
    case 'form':
      return <RequestForm step={view.step} notice={view.notice} types={types} />;
    case 'creating':
    case 'uploading':
      return (
        <ProgressScreen view={view}>
          <AwaitedFiles />
        </ProgressScreen>
      );
    case 'queued':
    case 'success':
      return (
        <OutcomeScreen view={view} types={types} onContinue={onContinue}>
          <AwaitedFiles />
        </OutcomeScreen>
      );
  }
}
