/** The code of the editor: a chunk that comes with its first use (Editor.tsx). */
import type { Firestore } from 'firebase/firestore/lite';
import type { BackendConfig } from '../../firebase/config';
import { createWorkPreparation } from '../../pictures/page/workPreparation';
import { createSendWork } from '../data/sendWork';
import { EditedWork, OneTab } from './EditedWork';
import type { EditorPorts } from './workEditorEffects';

export type EditorCode = ReturnType<typeof openEditor>;

interface EditorDeps {
  config: BackendConfig;
  firestore: Firestore;
  /** The header of the owner's calls to Storage. */
  authorization(): Promise<string>;
  /** By the site's clock. */
  now(): Promise<Date>;
}

export function openEditor(deps: EditorDeps) {
  const ports: Pick<EditorPorts, 'sendWork' | 'prepare'> = {
    sendWork: createSendWork(deps),
    prepare: createWorkPreparation(),
  };
  return { ports, EditedWork, OneTab };
}
