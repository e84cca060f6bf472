/** The editor's own code: a chunk that comes with its first use (Editor.tsx), and brings what the editor alone needs. */
import { createWorkPreparation } from '../../pictures/page/workPreparation';
import { createSendWork, type SendDeps } from '../data/sendWork';
import { OneTab } from './OneTab';
import { WorkEditor } from './WorkEditor';
import type { EditorPorts } from './workEditorEffects';

export type EditorCode = ReturnType<typeof openEditor>;

export function openEditor(deps: SendDeps) {
  const ports: Pick<EditorPorts, 'sendWork' | 'prepare'> = {
    sendWork: createSendWork(deps),
    prepare: createWorkPreparation(),
  };
  return { ports, WorkEditor, OneTab };
}
