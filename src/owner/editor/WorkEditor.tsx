import { useCallback, useEffect, useState, type ComponentProps, type KeyboardEvent } from 'react';
import { MAX_WORK_TITLE } from '../../domain/constants';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Alert } from '../../ui/Notice';
import { Loading } from '../../ui/Skeleton';
import { usePorts, type Keeping } from '../ports';
import { useQuestion } from '../Question';
import { useOwnerRead } from '../readAndWrite';
import sharedStyles from '../../ui/Fields.module.css';
import { classNames } from '../../ui/stringHelpers';
import fieldStyles from '../Field.module.css';
import styles from './WorkEditor.module.css';
import { DiscardQuestion, EditorHead } from './EditorParts';
import { PublishingLine, PublishScreens } from './PublishScreens';
import type { Going } from './Editor';
import { EDITOR_PROBLEMS } from './editorTexts';
import {
  DAY_FIELD,
  TITLE_FIELD,
  type ScreenProps,
  useKeeping,
  useWorkEditor,
  type WorkEditorInput,
  type WorkEditorView,
} from './useWorkEditor';
import { WorkPictures } from './WorkPictures';
import {
  type EditorProblem,
  isDay,
  type StoredWork,
  isBlankWork,
  isRetractable,
} from '../../../machines/workEditorContext';
import { momentOf } from '../data/siteClock';

interface WorkEditorProps extends WorkEditorInput, Pick<ScreenProps, 'onClose'> {
  /** Behind the lists a sending goes on, and a line above them says how far it is. */
  isShown: boolean;
  /** An effect calls it when it changes, so it must stay the same function. */
  onGoing(going: Going): void;
  /** The work has arrived, or its correction. Must stay the same function, as `onGoing`. */
  onStored(): void;
  /** `pressed`: the button that opens the editor. */
  onOpen(pressed: Element): void;
  onDismiss(): void;
}

/** A work in its editor, a new one or a stored one (its React key is its id), until it is stored. */
export function WorkEditor(given: WorkEditorProps) {
  const { isShown, onGoing, onStored, onOpen, onDismiss, onClose } = given;
  const view = useWorkEditor(given);
  const { state, send } = view;
  const going = goingOf(view);
  const isOpening = state === 'opening';
  useEffect(() => {
    // Until the work is read, it is not known that nothing goes on: told so, the lists would end a sending that was cut.
    if (!isOpening) onGoing(going);
  }, [onGoing, isOpening, going]);
  const isDone = state === 'done';
  useEffect(() => {
    if (isDone) onStored();
  }, [onStored, isDone]);
  useEffect(() => {
    if (isShown) send({ type: 'editor.opened' });
  }, [isShown, send]);
  if (isShown) return <EditorScreen {...view} onClose={onClose} />;
  return <PublishingLine {...view} onOpen={onOpen} onDismiss={onDismiss} />;
}

function goingOf({ state, reason }: WorkEditorView): Going {
  if (state === 'preparing' || state === 'sending' || state === 'stopped') return 'onItsWay';
  const isTold = state === 'done' || state === 'conflicting';
  return isTold || (state === 'closed' && reason === 'removed') ? 'ended' : undefined;
}

/** The screen of the editor's state. */
function EditorScreen(props: ScreenProps) {
  switch (props.state) {
    case 'opening':
    case 'discarding':
      return <Loading label="Opening the work…" className={styles.loading} />;
    case 'writing':
    case 'preparing':
      return <Fields {...props} />;
    default:
      return <PublishScreens {...props} />;
  }
}

/** The fields that a problem is about, to which a press leads. */
const FIELD_OF: Partial<Record<EditorProblem, string>> = {
  titleMissing: TITLE_FIELD,
  titleTooLong: TITLE_FIELD,
  titleTaken: TITLE_FIELD,
  dayMissing: DAY_FIELD,
  dayInFuture: DAY_FIELD,
};

function Fields(props: ScreenProps) {
  const { state, title, day, today, problem, stored, send, attach, onClose } = props;
  // React writes a changed `defaultValue` into the element, so it stays what it was at first.
  const [initial] = useState({ title, day });
  const field = problem && FIELD_OF[problem];
  const [presses, setPresses] = useState(0);
  // Again with each press: the field may be above the screen by then.
  useEffect(() => {
    if (field) document.getElementById(field)?.focus();
    if (problem === 'unusablePicture') focusUnusable();
  }, [field, problem, presses]);
  const place = useGalleryPlace(day, stored);
  const isBusy = state === 'preparing';
  const onPress = () => {
    if (isBusy) return;
    send({ type: 'work.submitted' });
    setPresses((count) => count + 1);
  };
  return (
    // A form for the names of its fields. Nothing submits it: only the button publishes.
    <form ref={attach} onSubmit={(event) => event.preventDefault()} className={styles.form}>
      <EditorHead onClose={onClose}>{stored ? 'Change a work' : 'Add a work'}</EditorHead>
      <div className={styles.fields} inert={isBusy}>
        <Field
          id={TITLE_FIELD}
          label="Title"
          problem={field === TITLE_FIELD ? problem : null}
          hint="As the gallery shows it, such as “Elm Street kitchen — navy and oak”."
          news={title.length < MAX_WORK_TITLE ? undefined : AS_LONG_AS_CAN_BE}
          defaultValue={initial.title}
          maxLength={MAX_WORK_TITLE}
          autoComplete="off"
          enterKeyHint="next"
        />
        <Field
          id={DAY_FIELD}
          label="Finished on"
          problem={field === DAY_FIELD ? problem : null}
          hint="The gallery shows the oldest work first."
          news={place}
          type="date"
          defaultValue={initial.day}
          max={today}
        />
        <WorkPictures {...props} />
      </div>
      {problem && !field && <Alert>{EDITOR_PROBLEMS[problem]}</Alert>}
      <Foot {...props} onPress={onPress} />
    </form>
  );
}

/** The button that removes it: there is nothing else to do with it. */
function focusUnusable(): void {
  document.querySelector<HTMLElement>('[data-unusable] button:last-of-type')?.focus();
}

/** Enter leads to the next control, as the key says on a phone. */
function moveOn(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget, nativeEvent } = event;
  // Not the Enter that ends a composition, which Safari tells by its number alone.
  if (key !== 'Enter' || nativeEvent.isComposing || nativeEvent.keyCode === 229) return;
  event.preventDefault();
  const controls = [...currentTarget.form!.elements].filter((each) =>
    each.matches('input, button'),
  );
  (controls[controls.indexOf(currentTarget) + 1] as HTMLElement | undefined)?.focus();
}

const AS_LONG_AS_CAN_BE = `This is as long as a title can be: ${MAX_WORK_TITLE} characters.`;

interface FieldProps extends ComponentProps<'input'> {
  id: string;
  label: string;
  problem: EditorProblem | null;
  /** Said where there is neither a problem nor news. */
  hint: string;
  /** What follows from what is typed. */
  news: string | undefined;
}

function Field({ id, label, problem, hint, news, ...input }: FieldProps) {
  // A reader hears each change of what describes the field, so news do not: they are spoken already.
  const description = problem ? EDITOR_PROBLEMS[problem] : news === undefined && hint;
  return (
    <div className={fieldStyles.field}>
      <label htmlFor={id} className={fieldStyles.label}>
        {label}
      </label>
      <input
        {...input}
        id={id}
        name={id}
        onKeyDown={moveOn}
        aria-invalid={problem !== null || undefined}
        aria-describedby={description ? `${id}-note` : undefined}
        className={classNames(sharedStyles.control, fieldStyles.control)}
      />
      {/* With a problem the field gets the focus, and its note is read with it. */}
      <p className={problem ? styles.problem : styles.hint}>
        {description && <span id={`${id}-note`}>{description}</span>}
        <output>{description ? '' : news}</output>
      </p>
    </div>
  );
}

interface FootProps extends ScreenProps {
  /** Publishes the work, or saves the change. */
  onPress(): void;
}

const WHAT_IS_KEPT: Record<Keeping, string> = {
  untilPublished: 'What you enter is kept on this phone until it is published.',
  forADay:
    'What you enter is kept on this phone for a day, because you have not said that it is yours.',
  no: 'This browser keeps nothing: stay on this page until the work is published.',
};

const FOOT_TEXTS = {
  work: { press: 'Publish', discard: 'Discard', says: 'The photos stay in your library.' },
  change: {
    press: 'Save the change',
    discard: 'Discard the change',
    says: 'The gallery keeps what it has.',
  },
};

function Foot(props: FootProps) {
  const { state, stored, send, onClose } = props;
  const { isAsking, ask, keep, end, afterNo } = useQuestion();
  const isBegun = !isBlankWork(props);
  const { discard, says } = FOOT_TEXTS[stored ? 'change' : 'work'];
  if (isAsking && isBegun) {
    return (
      <DiscardQuestion
        what={stored ? 'change' : 'work'}
        onDiscard={() => {
          end();
          send({ type: 'work.discarded' });
          if (stored) onClose();
        }}
        onKeep={keep}
      >
        {says}
      </DiscardQuestion>
    );
  }
  return (
    <>
      <WhatIsKept />
      <div className={styles.foot}>
        <Press {...props} />
        {state !== 'preparing' && isBegun && (
          <Button ref={afterNo} variant="quiet" icon="trash" onClick={ask}>
            {discard}
          </Button>
        )}
      </div>
      {stored && (
        <p className={styles.hint}>
          The work’s page has it at once, search engines after the next build.
        </p>
      )}
    </>
  );
}

function WhatIsKept() {
  const keeping = useKeeping() ?? 'untilPublished';
  return (
    <p className={styles.kept}>
      <Icon name={keeping === 'no' ? 'alert' : 'check'} />
      <span>{WHAT_IS_KEPT[keeping]}</span>
    </p>
  );
}

function Press(props: FootProps) {
  const { state, stored, send, onPress } = props;
  const isPreparing = state === 'preparing';
  return (
    <>
      <Button variant="primary" busy={isPreparing} onClick={onPress}>
        {isPreparing ? 'Preparing pictures…' : FOOT_TEXTS[stored ? 'change' : 'work'].press}
      </Button>
      {isPreparing && isRetractable(props) && (
        <Button variant="quiet" onClick={() => send({ type: 'press.takenBack' })}>
          Wait, not yet
        </Button>
      )}
    </>
  );
}

/** Between which works one of this day stands; undefined until that is known. */
function useGalleryPlace(day: string, stored: StoredWork | null): string | undefined {
  const { documents, now } = usePorts();
  const read = useCallback(async () => {
    if (!isDay(day)) return undefined;
    const moment = momentOf(day, stored ? new Date(stored.created) : now());
    return { day, text: placeText(await documents.works.neighbours(moment, stored?.id)) };
  }, [day, stored, documents, now]);
  const { value } = useOwnerRead(read, 'The place in the gallery could not be read.');
  return value?.day === day ? value.text : undefined;
}

function placeText({ before, after }: { before?: string; after?: string }): string {
  if (before === undefined && after === undefined) return 'It is the only work of the gallery.';
  if (after === undefined) return `In the gallery it stands last, after “${before}”.`;
  if (before === undefined) return `In the gallery it stands first, before “${after}”.`;
  return `In the gallery it stands between “${before}” and “${after}”.`;
}
