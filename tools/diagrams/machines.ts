/** Every machine, by the name of its picture in docs/machines. */
import type { AnyStateMachine } from 'xstate';
import { appVersion } from '../../machines/appVersion';
import { requestForm } from '../../machines/requestForm';
import { reviewArea } from '../../machines/reviewArea';

export const MACHINES: Record<string, AnyStateMachine> = { appVersion, requestForm, reviewArea };
