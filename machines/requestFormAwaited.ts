/**
 * The states of the request form while a saved request waits for files that were still being read at the press (the map
 * is in `requestForm.ts`). How long it waits: `askAboutFilesDelay` and `filesAnswerTimeout` in `requestFormSetup.ts`, and
 * `LONGEST_AWAIT` once the visitor wants to wait.
 */
import { form } from './requestFormSetup';

/** The request goes without the files that it has waited for. */
const goWithout = {
  target: '#requestForm.files.settled',
  actions: ['leaveOutAwaited', 'forgetAwaited'],
} as const;

export const files = form.createStateConfig({
  initial: 'settled',
  states: {
    settled: { on: { 'files.awaited': 'awaited' } },
    /** The followed request waits for files that were still being read at the press. */
    awaited: {
      initial: 'quietly',
      states: {
        quietly: { after: { askAboutFilesDelay: 'asking' } },
        asking: {
          on: { 'awaited.wanted': 'patiently' },
          after: { filesAnswerTimeout: goWithout },
        },
        /** The visitor wants to wait, and the page is open. */
        patiently: { entry: 'awaitLonger', on: { 'form.closed': goWithout } },
      },
      always: { guard: 'isNothingAwaited', target: 'settled' },
      on: {
        'file.brought': { actions: 'forgetAwaited' },
        'awaited.declined': goWithout,
        'page.hidden': goWithout,
      },
    },
  },
});
