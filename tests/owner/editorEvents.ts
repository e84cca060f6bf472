/** The work editor's machine without effects: what its tests send to it, and the works that it is about. */
import { vi } from 'vitest';
import { workEditor } from '../../machines/workEditor';
import { after, done, drive, withoutEffects } from '../support/machinePaths';
import {
  keptOf,
  openedWork,
  type EditorEvent,
  type KeptWork,
  type SendOutcome,
  type Side,
  type StoredWork,
  type WorkPicture,
} from '../../machines/workEditorContext';

export const TODAY = '2026-05-04';
export const ACCOUNT = 'owner@example.com';
/** A picture of the gallery, by its address. */
export const image = (url: string, type = 'image/webp') => ({
  url,
  width: 1600,
  height: 1200,
  placeholder: 'p',
  sources: [{ url, width: 1600, type }],
});
export const STORED: StoredWork = {
  id: 'oak',
  title: 'Oak',
  day: '2026-05-01',
  created: '2026-05-01T10:00:00.000Z',
  cover: { ...image('o2'), thumb: 't2' },
  before: [image('o1')],
  after: [image('o2'), image('o3')],
};
/** What somebody else has made of it meanwhile. */
export const THEIRS: StoredWork = {
  ...STORED,
  title: 'Oak, theirs',
  after: [image('o3'), image('o2')],
};
export const OPENED = { ...openedWork(STORED), account: ACCOUNT };
export const titled = (title: string): EditorEvent => ({ type: 'title.changed', title });
export const onDay = (day: string): EditorEvent => ({ type: 'day.changed', day });
export const chosen = (side: Side, ...ids: string[]): EditorEvent => ({
  type: 'pictures.chosen',
  side,
  files: ids.map((id) => ({ id, name: `${id}.jpg` })),
  salt: `salt of ${ids[0]}`,
});
export const prepared = (id: string, isTooSmallForCard = false): EditorEvent => ({
  type: 'picture.prepared',
  id,
  isTooSmallForCard,
});
export const unusable = (id: string): EditorEvent => ({
  type: 'picture.failed',
  id,
  problem: 'undecoded',
});
export const removed = (id: string): EditorEvent => ({ type: 'picture.removed', id });
export const moved = (id: string, by: -1 | 1): EditorEvent => ({ type: 'picture.moved', id, by });
export const sided = (id: string): EditorEvent => ({ type: 'side.changed', id });
export const covering = (id: string): EditorEvent => ({ type: 'cover.chosen', id });
export const UNDONE: EditorEvent = { type: 'change.undone' };
/** `stored`: a corrected work as it is then, or the other version. */
export const ended = (outcome: SendOutcome['outcome'], stored?: StoredWork) =>
  ({ type: 'sending.ended', result: { outcome, ...(stored && { stored }) } }) as const;
export const addressed = (workId: string | null): EditorEvent => ({
  type: 'address.chosen',
  workId,
});
export const progress = (sentBytes: number): EditorEvent => ({
  type: 'progress.made',
  progress: { sentBytes, totalBytes: 100 },
});
export const SUBMITTED: EditorEvent = { type: 'work.submitted' };
export const DISCARDED: EditorEvent = { type: 'work.discarded' };
export const TAKEN_BACK: EditorEvent = { type: 'press.takenBack' };
export const ADDED: EditorEvent = { type: 'work.added' };
export const GO_ON: EditorEvent = { type: 'sending.retried' };
export const BACK: EditorEvent = { type: 'network.back' };
export const RETRY = after('workEditor.stopped', 'retryDelay');
export const LONG = titled('x'.repeat(201));

export const picture = (id: string, change: Partial<WorkPicture> = {}): WorkPicture => ({
  id,
  name: `${id}.jpg`,
  side: 'after',
  state: 'ready',
  ...change,
});
export const KEPT: KeptWork = {
  title: 'Elm',
  day: '2026-05-03',
  pictures: [picture('b', { side: 'before' }), picture('a')],
  cover: 'b',
  salt: 'salt',
  isSubmitted: false,
  workId: null,
  earlierId: null,
  stored: null,
  account: ACCOUNT,
};
/** On its way under an address. */
export const ADDRESSED: KeptWork = { ...KEPT, isSubmitted: true, workId: 'elm' };
/** With a picture that was being prepared when the tab was closed. */
export const UNPREPARED: KeptWork = {
  ...KEPT,
  pictures: [picture('a', { state: 'preparing' })],
  cover: null,
};

/** The editor of a new work (null) or of a stored one, before it is known what the phone keeps or the server has. */
export function beginEditor(id: string | null, found: KeptWork | null = null) {
  const phone = { kept: found, tellRefusal: vi.fn() };
  const machine = withoutEffects(workEditor, {
    saveWork: ({ context }: { context: KeptWork }) => {
      phone.kept = keptOf(context);
    },
    tellRefusal: phone.tellRefusal,
  });
  const editor = drive(machine, { input: { id, today: TODAY, account: ACCOUNT } });
  const problem = () => editor.context().problem as string | null;
  const reason = () => editor.context().reason as string | null;
  const pictures = () => editor.context().pictures as WorkPicture[];
  const ids = () => pictures().map((each) => each.id);
  return { ...editor, phone, problem, reason, pictures, ids };
}

/** The editor of a new work (null) or of a stored one, with what the phone keeps or the server has. */
export function openEditor(id: string | null, found: KeptWork | null) {
  const editor = beginEditor(id, found);
  editor.run(done('loadWork', found));
  return editor;
}
