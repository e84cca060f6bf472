/** The editor's own code: a chunk that comes with its first use (Editor.tsx), and brings what the editor alone needs. */
import { createWorkPreparation } from '../../pictures/page/workPreparation';
import { createSendWork, type SendDeps } from './sending/sendWork';
import { OneTab } from './OneTab';
import { WorkEditor } from './WorkEditor';
import type { EditorPorts } from './workEditorEffects';

export type EditorCode = ReturnType<typeof createEditorCode>;

export function createEditorCode(deps: SendDeps) {
  const ports: Pick<EditorPorts, 'sendWork' | 'prepare'> = {
    sendWork: createSendWork(deps),
    prepare: createWorkPreparation(),
  };
  return { ports, WorkEditor, OneTab };
}
