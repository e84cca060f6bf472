// The form's machine in regions gives the same screens and effects as the flat one before it, but for the differences
// that are named here.
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { AnyEventObject } from 'xstate';
import { requestForm } from '../../../machines/requestForm';
import type { RequestFormContext } from '../../../machines/requestFormTypes';
import { viewOf, type RequestFormSnapshot } from '../../../machines/requestFormView';
import { FIELDS } from '../../support/fakeOutbox';
import { after, done, drive, failed, withoutEffects } from '../../support/machinePaths';
import { requestForm as flatForm } from './requestForm';
import type { RequestFormContext as FlatContext } from './requestFormTypes';

const image = (id: string) => ({ id, name: `${id}.jpg`, type: 'image/jpeg' });
const draft = { fields: FIELDS, images: [image('drafted')] };

/** An event for both machines: the same, or one for each. */
interface Pair {
  flat: AnyEventObject;
  regions: AnyEventObject;
}
type Both = { type: string; actorId?: string } | Pair;
const both = (flat: AnyEventObject, regions: AnyEventObject): Pair => ({ flat, regions });
const refusedAt = (step: string) => ({
  type: 'delivery.refused',
  attention: { step, status: 403, message: 'no' },
});
const timer = (state: string, delay: string) =>
  both(after(`requestForm.${state}`, delay), after(`requestForm.content.${state}`, delay));

const EVENTS: Both[] = [
  { type: 'form.opened', workTitle: 'Maple Street' },
  { type: 'form.opened' },
  { type: 'form.closed' },
  { type: 'form.cleared' },
  { type: 'form.submitted' },
  both({ type: 'form.submitted', inMemory: true }, { type: 'form.submitted', store: 'memory' }),
  { type: 'fields.changed', fields: { ...FIELDS, name: 'Ben' } },
  { type: 'fields.changed', fields: { name: '', description: '' } },
  { type: 'images.chosen', images: [image('a'), image('b')], rejected: [] },
  { type: 'image.removed', id: 'a' },
  { type: 'image.removed', id: 'b', reason: 'noImage' },
  { type: 'edit.clicked', key: 'new' },
  { type: 'edit.clicked', key: 'old' },
  { type: 'draft.dropped' },
  { type: 'draft.sent', key: 'other', total: 2 },
  { type: 'record.sent', key: 'new' },
  { type: 'replacement.confirmed' },
  { type: 'replacement.declined' },
  {
    type: 'delivery.progress',
    progress: { sentBytes: 1, totalBytes: 2, count: 0, total: 1 },
  },
  { type: 'delivery.sent', key: 'new', id: '1234567890' },
  { type: 'delivery.postponed', hasTextArrived: false },
  { type: 'delivery.postponed', hasTextArrived: true },
  refusedAt('create'),
  refusedAt('upload'),
  { type: 'delivery.removed' },
  { type: 'delivery.unknown', error: 'why' },
  done('restore', {}),
  done('restore', { draft }),
  done('restore', { draft, isFromEarlierDay: true }),
  done('restore', { delivery: { key: 'new', total: 1 } }),
  done('restore', {
    delivery: { key: 'new', total: 1, sent: { key: 'new', id: '1234567890' } },
  }),
  failed('restore'),
  ...[true, false].map((isOnDisk) =>
    both(
      done('save', { outcome: 'saved', key: 'new', isOnDisk }),
      done('save', { outcome: 'saved', key: 'new', store: isOnDisk ? 'disk' : 'memory' }),
    ),
  ),
  done('save', { outcome: 'full' }),
  failed('save'),
  done('reopen', { ...draft, replaces: 'old' }),
  done('reopen', { ...draft, replaces: 'new' }),
  done('reopen'),
  failed('reopen'),
  timer('restoring', 'restoreTimeout'),
  timer('sending.creating.usual', 'slowDelay'),
  timer('sending.creating', 'queueDelay'),
];

const EFFECTS = [
  'logFailure',
  'saveDraft',
  'dropDraft',
  'dropDraftInMemory',
  'releaseDraft',
  'rememberDelivery',
  'forgetDelivery',
  'markAnnounced',
];

/** Runs a machine and notes its effects. An event of an actor that does not run is left out. */
function observe(machine: Parameters<typeof withoutEffects>[0]) {
  const effects: unknown[] = [];
  const noting = Object.fromEntries(EFFECTS.map((name) => [name, () => void effects.push(name)]));
  const form = drive(withoutEffects(machine, noting));
  return {
    ...form,
    takeEffects: () => effects.splice(0),
    takes: (event: AnyEventObject) => form.actor.getSnapshot().can(event),
    /** What the running actors were given. */
    inputs: () =>
      Object.entries(form.actor.getSnapshot().children).map(([id]) => {
        const { isOnDisk: _, ...input } = (form.inputOf(id) ?? {}) as Record<string, unknown>;
        return [id, input.key ?? null];
      }),
  };
}

/** What the flat machine shows, in the words of the other one. */
function flatView(value: unknown, context: FlatContext) {
  const store = context.inMemory ? 'memory' : 'disk';
  if (value === 'confirming') return { screen: 'confirming' };
  if (value === 'success') return { screen: 'success', sent: context.sent };
  if (typeof value === 'object' && value && 'sending' in value) {
    const sending = (value as { sending: unknown }).sending;
    if (sending === 'uploading') return { screen: 'uploading', progress: context.progress, store };
    if (sending === 'queued') {
      const arrived = context.hasTextArrived ? 'text' : 'nothing';
      return {
        screen: 'queued',
        arrived: context.hasRefusedImages ? 'refusedImages' : arrived,
        store,
      };
    }
    return {
      screen: 'creating',
      isSlow: (sending as { creating: string }).creating === 'slow',
      store,
    };
  }
  const steps: Record<string, string> = { restoring: 'loading', saving: 'saving' };
  const editing = typeof value === 'object' ? (value as { editing?: string })?.editing : undefined;
  const notice = editing === 'ready' || editing === undefined ? 'none' : editing;
  return {
    screen: 'form',
    step: steps[String(value)] ?? 'writing',
    notice: context.isFromEarlierDay ? 'earlierDay' : notice,
  };
}

const flatState = ({ actor }: ReturnType<typeof observe>) => {
  const { value, context } = actor.getSnapshot() as { value: unknown; context: FlatContext };
  return {
    view: flatView(value, context),
    fields: context.fields,
    images: context.images,
    replaces: context.replaces,
    workTitle: context.workTitle,
    isChanged: context.isChanged,
    alerts: [context.hasTooManyImages, context.rejected.map(({ name }) => name)],
    isOpen: context.isOpen,
    isUnsent: context.isUnsent,
    // While it is reopened, its key is in the other machine's phase.
    editKey: value === 'reopening' ? null : context.editKey,
  };
};

const regionsState = ({ actor }: ReturnType<typeof observe>) => {
  const snapshot = actor.getSnapshot() as unknown as RequestFormSnapshot;
  const { content, choice, wish } = snapshot.context as RequestFormContext;
  const { submitted: _, ...view } = viewOf(snapshot) as { submitted?: unknown };
  const rejected = choice.rejected.filter(({ reason }) => reason !== 'tooMany');
  return {
    view,
    fields: content.fields,
    images: content.images,
    replaces: content.replaces,
    workTitle: content.workTitle,
    isChanged: content.changed.length > 0,
    alerts: [rejected.length < choice.rejected.length, rejected.map(({ name }) => name)],
    isOpen: snapshot.value.dialog === 'open',
    isUnsent: snapshot.hasTag('unsent'),
    editKey: wish.is === 'edit' ? wish.key : null,
  };
};

interface Step {
  event: AnyEventObject;
  before: ReturnType<typeof flatState>;
  flat: ReturnType<typeof flatState> & { value: unknown };
  regions: ReturnType<typeof regionsState>;
}

/** What the new machine is meant to do otherwise. A path ends where one of them comes up. */
const DIFFERENCES: Record<string, (step: Step) => boolean> = {
  'a draft of an earlier day is offered only until something else is wanted of the form': ({
    flat,
    regions,
  }) => noticeIn(flat.view) === 'earlierDay' && noticeIn(regions.view) !== 'earlierDay',
  'a record that is wanted while another one is refused does not take its place unasked': ({
    event,
    before,
  }) => event.type === 'delivery.refused' && before.editKey !== null,
  'a record that is wanted opens the form, so nothing in it is unseen any more': ({
    event,
    before,
    flat,
    regions,
  }) =>
    flat.isUnsent &&
    !regions.isUnsent &&
    (event.type === 'edit.clicked' || before.editKey !== null),
  'a request that is being saved again is not called unsent meanwhile': ({ event, before }) =>
    event.type === 'form.submitted' && before.isUnsent,
  'pictures were refused until the request is tried again': ({ event, before }) =>
    event.type === 'delivery.postponed' &&
    'arrived' in before.view &&
    before.view.arrived === 'refusedImages',
};

const noticeIn = (view: object) => ('notice' in view ? view.notice : 'none');

const counts = new Map<string, number>();
let steps = 0;

it(
  'on generated paths the screens and effects are those of the flat machine',
  { timeout: 900_000 },
  () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(EVENTS.length * 7), { maxLength: 30, size: 'max' }),
        (choices) => {
          const [flat, regions] = [observe(flatForm), observe(requestForm)];
          for (const choice of choices) {
            // Every event that the flat machine takes now; the others are another test's matter.
            const possible = EVENTS.filter((one) => flat.takes('flat' in one ? one.flat : one));
            const event = possible[choice % possible.length];
            if (!event) return;
            const [ofFlat, ofRegions] =
              'flat' in event ? [event.flat, event.regions] : [event, event];
            steps += 1;
            const before = flatState(flat);
            flat.run(ofFlat as AnyEventObject);
            regions.run(ofRegions as AnyEventObject);
            const step: Step = {
              event: ofFlat as AnyEventObject,
              before,
              flat: { ...flatState(flat), value: flat.actor.getSnapshot().value },
              regions: regionsState(regions),
            };
            const [known] =
              Object.entries(DIFFERENCES).find(([, isDifference]) => isDifference(step)) ?? [];
            if (known !== undefined) {
              counts.set(known, (counts.get(known) ?? 0) + 1);
              return;
            }
            const { value: _, ...expected } = step.flat;
            expect(step.regions).toEqual(expected);
            expect(regions.takeEffects()).toEqual(flat.takeEffects());
            expect(regions.inputs()).toEqual(flat.inputs());
          }
        },
      ),
      { numRuns: Number(process.env.ORACLE_RUNS ?? 5000) },
    );
    console.info(steps, counts);
    expect([...counts.keys()].sort()).toEqual(Object.keys(DIFFERENCES).sort());
  },
);
