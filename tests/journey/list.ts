import { model } from './model';

/** The list of the requests that wait on this device. */
export const list = model.createStateConfig({
  initial: 'open',
  states: {
    open: {
      id: 'list',
      on: {
        'try.pressed': [
          { guard: 'isPostponedInList', target: 'done' },
          { guard: 'isUnreached', target: 'open', reenter: true },
        ],
        'edit.pressed': [
          { guard: 'isRefusedBesideDraft', target: '#confirming' },
          { guard: 'isRefused', target: '#ready', actions: 'takeBack' },
        ],
        'delete.pressed': { guard: 'mayBeDeleted', target: 'asking' },
        'connection.back': { guard: 'isUnreached', target: 'done' },
        'pictures.arrived': { guard: 'isMoving', target: 'done' },
        'list.closed': '#landing',
      },
    },
    asking: {
      on: {
        'delete.confirmed': { target: 'deleted', actions: 'cutLoose' },
        'delete.declined': 'open',
      },
    },
    deleted: { on: { 'list.closed': '#landing' } },
    /** What waited has been sent meanwhile. */
    done: { on: { 'list.closed': '#landing' } },
  },
});
