import { useEffect } from 'react';
import { PublishingLine } from './PublishingLine';
import { useWorkEditor, type EditorScreenProps, type EditorState } from './useWorkEditor';
import { EditorScreen } from './WorkEditor';

interface NewWorkProps extends Omit<EditorScreenProps, 'stored'> {
  /** Whether the editor is on the screen. Behind the lists, a publishing goes on, with a line that says how far it is. */
  isShown: boolean;
  onState(state: EditorState): void;
  /** The work has arrived. Must stay the same. */
  onStored(): void;
  /** `pressed`: the button that opens the editor. */
  onOpen(pressed: Element): void;
}

/** The one new work: its editor, from the first letter until it is published. */
export function NewWork({ isShown, onState, onStored, onOpen, ...given }: NewWorkProps) {
  const props = { ...given, stored: null };
  const view = useWorkEditor(props);
  const { state, send } = view;
  useEffect(() => onState(state), [onState, state]);
  useEffect(() => {
    if (state === 'published') onStored();
  }, [onStored, state]);
  useEffect(() => {
    // Whoever opens the editor again after a work was published adds another one. In any other state this does nothing.
    if (isShown) send({ type: 'work.added' });
  }, [isShown, send]);
  if (isShown) return <EditorScreen {...props} {...view} />;
  return <PublishingLine {...view} onOpen={onOpen} />;
}
