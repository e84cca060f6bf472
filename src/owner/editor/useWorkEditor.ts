import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import type { EditorSnapshot } from '../../../machines/workEditor';
import { newRandomId } from '../../domain/ids';
import { inspected } from '../../lib/inspection';
import { createTextFields } from '../../shared/form/textFields';
import { usePorts, type Keeping } from '../ports';
import { useOwnerRead } from '../readAndWrite';
import type { EditorCode } from './editorCode';
import { editorWithEffects } from './workEditorEffects';
import { roomFor, type EditorEvent, type Side } from '../../../machines/workEditorContext';
import { dayOf } from '../data/siteClock';

/** The names of the fields' elements. */
export const TITLE_FIELD = 'work-title';
export const DAY_FIELD = 'work-day';

export interface WorkEditorInput {
  /** What its code brings. */
  code: EditorCode['ports'];
  /** The id of the stored work to correct; null for a new one. */
  id: string | null;
}

export type WorkEditorView = ReturnType<typeof useWorkEditor>;

/** What the editor's screens get. */
export interface ScreenProps extends WorkEditorView {
  /** Leads back to the lists. */
  onClose(): void;
}

export type EditorState = EditorSnapshot['value'];

/** Runs the machine of the work editor. */
export function useWorkEditor({ code, id }: WorkEditorInput) {
  const ports = usePorts();
  const { now, kept, account } = ports;
  const [machine] = useState(() => editorWithEffects({ ...ports, ...code }));
  const [input] = useState(() => ({ id, account, today: dayOf(now()) }));
  const [snapshot, , actor] = useMachine(machine, { input, ...inspected() });
  const [textFields] = useState(() =>
    createTextFields({
      names: [TITLE_FIELD, DAY_FIELD],
      shown: () => {
        const { title, day } = actor.getSnapshot().context;
        return { [TITLE_FIELD]: title, [DAY_FIELD]: day };
      },
      change({ [TITLE_FIELD]: title, [DAY_FIELD]: day }) {
        if (title !== undefined) offer({ type: 'title.changed', title });
        if (day !== undefined) offer({ type: 'day.changed', day });
      },
    }),
  );
  /**
   * Sends only what the state takes: a work that is being published takes no text. The actor would tell its followers of
   * any event, and they would offer the same text again.
   */
  function offer(event: EditorEvent): void {
    if (actor.getSnapshot().can(event)) actor.send(event);
  }
  // A command is about what is on the screen, so the machine must know that first.
  const send = useCallback(
    (event: EditorEvent) => {
      textFields.sync();
      actor.send({ type: 'today.changed', today: dayOf(now()) });
      actor.send(event);
    },
    [actor, now, textFields],
  );
  useEffect(() => {
    const subscription = actor.subscribe(textFields.sync);
    return () => subscription.unsubscribe();
  }, [actor, textFields]);

  const choose = (side: Side, given: readonly File[]) => {
    if (given.length === 0) return;
    const named = given.map((file) => ({ id: newRandomId(), name: file.name, file }));
    // Only those for which there is room are ever asked for.
    const { value: state, context: before } = actor.getSnapshot();
    const room = state === 'writing' || state === 'preparing' ? roomFor(before) : 0;
    for (const { id, file } of named.slice(0, room)) kept.takeFile(id, file);
    const files = named.map(({ id, name }) => ({ id, name }));
    send({ type: 'pictures.chosen', side, files, salt: newRandomId() });
  };
  const { value, context } = snapshot;
  return {
    state: value as EditorState,
    ...context,
    send,
    choose,
    attach: textFields.attach,
  };
}

/** For how long the phone keeps the work; undefined until that is known. A storage may fail with any change. */
export function useKeeping(): Keeping | undefined {
  const { kept } = usePorts();
  const hasUnkept = useSyncExternalStore(kept.follow, kept.hasUnkept);
  return useOwnerRead(kept.keeping, 'How long the phone keeps the work is not known.', hasUnkept)
    .value;
}
