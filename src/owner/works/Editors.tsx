/** The editors of the new work and of a stored one, on the screen or behind what is: a publishing goes on there. */
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { log } from '../../lib/log';
import type { OwnerPagePorts } from '../OwnerPage';
import { ADD, changedIn, goTo, hashOf } from '../navigation';
import type { PhonePort } from '../ports';
import { EditorComing, useEditorCode, WaitsForEditor } from './editorLoading';
import type { EditorState } from './useWorkEditor';

/** The two editors: whether they are open, on the screen or behind the lists. */
export function useEditors(hash: string, ports: OwnerPagePorts) {
  const [newWork, setNewWork] = useState<EditorState>();
  const [change, setChange] = useState<EditorState>();
  const [lastChanged, setLastChanged] = useState<string>();
  const isAdding = hash === ADD;
  const changed = changedIn(hash);
  // What is on its way goes on: the next one is opened behind it.
  const next = isOnItsWay(change) ? lastChanged : changed;
  if (next !== undefined && next !== lastChanged) setLastChanged(next);
  useUnfinishedWork(ports, (id) => {
    if (id === null) return setNewWork('continuing');
    setLastChanged(id);
    setChange('continuing');
  });
  return {
    /** No editor is on the screen. */
    isListing: !isAdding && changed === undefined,
    isAdding,
    newWork,
    setNewWork,
    /** One at a time. */
    canAdd: !isOnItsWay(newWork),
    /** The stored work on the screen. */
    changed,
    /** The stored work in the editor, also behind the lists. */
    changing: next ?? (isGoingOn(change) ? lastChanged : undefined),
    setChange,
  };
}

interface EditorsProps extends ReturnType<typeof useEditors> {
  ports: OwnerPagePorts;
  open(address: string): (pressed: Element) => void;
  onStored(): void;
  onSessionEnded(): void;
}

/** The editor of the new work and that of a stored one, with their code, which comes when there is something to do. */
export function Editors(props: EditorsProps) {
  const { isListing, isAdding, newWork, setNewWork, changed, changing, setChange, ports } = props;
  const { open, onStored, onSessionEnded } = props;
  const isNewOpen = isAdding || isGoingOn(newWork);
  const { code, isFailed } = useEditorCode(ports.editor, isNewOpen || changing !== undefined);
  const newPorts = useMemo(() => code && { ...ports, ...code.ports }, [ports, code]);
  const changePorts = useMemo(
    () => newPorts && { ...newPorts, kept: ports.keptChange },
    [ports, newPorts],
  );
  const onClose = () => goTo('');
  if (!code || !newPorts || !changePorts) {
    if (!isListing) return <EditorComing isFailed={isFailed} onClose={onClose} />;
    return isFailed && <WaitsForEditor />;
  }
  const { OneTab, EditedWork } = code;
  const placeOf = (isShown: boolean) =>
    isShown ? 'screen' : isListing ? 'behindLists' : 'behindEditor';
  const editor = { onStored, onSessionEnded, onClose };
  const tab = { onClose: isListing ? undefined : onClose };
  return (
    <>
      {isNewOpen && (
        <OneTab {...tab} lock={ports.kept.lock} what="This work">
          <EditedWork
            {...editor}
            ports={newPorts}
            id={null}
            place={placeOf(isAdding)}
            onState={setNewWork}
            onDismiss={() => setNewWork(undefined)}
            onOpen={open(ADD)}
          />
        </OneTab>
      )}
      {changing !== undefined && (
        <OneTab {...tab} lock={ports.keptChange.lock} what="A change of a work">
          <EditedWork
            key={changing}
            {...editor}
            ports={changePorts}
            id={changing}
            place={placeOf(changed !== undefined)}
            onState={setChange}
            onDismiss={() => setChange(undefined)}
            onOpen={open(hashOf(changing))}
          />
        </OneTab>
      )}
    </>
  );
}

/** The states in which a new work is on its way: they go on behind the lists. */
const ON_ITS_WAY: EditorState[] = [
  'preparing',
  'addressing',
  'publishing',
  'waiting',
  'exhausted',
  'continuing',
  'refused',
];

const isOnItsWay = (state: EditorState | undefined) =>
  state !== undefined && ON_ITS_WAY.includes(state);

/** The states in which there is something to say. */
const ENDS: EditorState[] = ['published', 'undone', 'conflicting', 'removed'];

/** Whether an editor has something to do, or to say, behind the lists. */
const isGoingOn = (state: EditorState | undefined) =>
  isOnItsWay(state) || (state !== undefined && ENDS.includes(state));

/** A publishing that was cut goes on, and its screen opens by itself: `goOn` gets the id of the work, null of a new one. */
function useUnfinishedWork(
  { kept, keptChange }: OwnerPagePorts,
  goOn: (id: string | null) => void,
): void {
  const onUnfinished = useEffectEvent(goOn);
  useEffect(() => {
    const lookAt = async (port: PhonePort, isNew: boolean) => {
      try {
        const work = await port.load();
        if (!work?.isSubmitted) return;
        const id = isNew ? null : work.workId;
        onUnfinished(id);
        if (!location.hash) location.hash = id === null ? ADD : hashOf(id);
      } catch (error) {
        log('The unfinished work could not be read.', error);
      }
    };
    void lookAt(kept, true).then(() => lookAt(keptChange, false));
  }, [kept, keptChange]);
}
