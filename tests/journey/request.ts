import { model } from './model';

/** The form for a service request. */
const editing = model.createStateConfig({
  initial: 'empty',
  states: {
    empty: {
      id: 'empty',
      on: {
        'form.sent': 'incomplete',
        'form.written': { target: 'ready', actions: 'write' },
        'form.closed': '#landing',
      },
    },
    /** Something is missing: nothing is sent. */
    incomplete: { on: { 'form.written': { target: 'ready', actions: 'write' } } },
    /** Everything is filled in, with two pictures. */
    ready: {
      id: 'ready',
      initial: 'filled',
      on: {
        'form.sent': [
          { guard: 'mayBeSentNow', target: '#creating', actions: 'forget' },
          { guard: 'mayBeKept', target: '#queued', actions: 'forget' },
        ],
        'page.reloaded': { target: 'ready', reenter: true },
      },
      states: {
        filled: {
          on: {
            'picture.added': 'crowded',
            'clear.pressed': '#clearing',
            'form.closed': '#landing',
            'device.filled': { guard: 'mayBeSentNow', target: '#cramped' },
            'release.published': { guard: 'isOnline', target: '#held' },
            'version.raised': { guard: 'mayBeUpdated', target: '#updating.overForm' },
          },
        },
        /** A third picture was not added. */
        crowded: {},
      },
    },
    clearing: {
      id: 'clearing',
      on: {
        'clear.confirmed': { target: 'empty', actions: 'forget' },
        'clear.declined': 'ready',
      },
    },
    /** The device has no room left; nobody has noticed yet. */
    cramped: { id: 'cramped', on: { 'form.sent': 'full' } },
    /** It could not be saved: it may be sent without. */
    full: { on: { 'direct.pressed': { target: '#direct', actions: 'forget' } } },
    /** A new version of the site waits until the form is closed. */
    held: { id: 'held', on: { 'form.closed': '#landing' } },
  },
});

/** The request dialog: the form, and how its request gets on. */
export const request = model.createStateConfig({
  initial: 'editing',
  states: {
    editing,
    /** Opened from a work's page, to which closing it leads back. */
    overWork: { id: 'overWork', on: { 'form.closed': '#offered' } },
    /** Another request is in the form than the one to be edited. */
    confirming: {
      id: 'confirming',
      on: {
        'replacement.confirmed': { target: '#ready', actions: 'takeBack' },
        'replacement.declined': '#ready',
      },
    },
    creating: {
      id: 'creating',
      on: {
        'server.accepted': 'uploading',
        'server.refused': { target: '#ready', actions: 'takeBack' },
        'server.overloaded': 'queued',
        'connection.lost': 'queued',
      },
    },
    uploading: {
      id: 'uploading',
      on: {
        'pictures.arrived': 'sent',
        'connection.lost': 'queued',
        'form.closed': '#landing',
      },
    },
    /** On its way from memory: the device has not saved it. */
    direct: { id: 'direct', on: { 'server.accepted': 'sent' } },
    sent: { on: { 'continue.pressed': '#landing' } },
    queued: {
      id: 'queued',
      on: {
        'connection.back': { guard: 'isUnreached', target: 'sent' },
        'continue.pressed': '#landing',
      },
    },
  },
});
