/**
 * The whole product as a visitor meets it, as a pure machine: `network` around it, the `screen` before
 * the visitor, and what the `outbox` keeps behind it. One request waits at a time.
 */
import { model } from './model';
import { request } from './request';
import { work } from './work';

/** The list of the requests that wait on this device. */
const list = model.createStateConfig({
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
          { guard: 'isRefusedBesideOwn', target: '#confirming' },
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

export const journey = model.createMachine({
  id: 'journey',
  type: 'parallel',
  context: { draft: 'none', isSignedIn: false, hasReviewed: false, isBehind: false },
  states: {
    network: {
      initial: 'online',
      states: {
        online: { on: { 'connection.lost': { guard: 'isCalm', target: 'offline' } } },
        offline: {
          on: {
            'connection.back': { guard: 'isCalm', target: 'online' },
            'connection.back.refusing': { guard: 'mayBeRefused', target: 'online' },
          },
        },
      },
    },
    screen: {
      initial: 'landing',
      states: {
        landing: {
          id: 'landing',
          on: {
            'work.opened': [
              { guard: 'isUnknownOnline', target: 'work.offered' },
              { guard: 'isReviewerOnline', target: 'work.thanked' },
              { guard: 'isQuietOnline', target: 'work.blank' },
            ],
            // It sends the visitor home.
            'missing.opened': { guard: 'isQuietOnline', target: 'landing', reenter: true },
            'form.opened': [
              { guard: 'isMoving', target: '#uploading' },
              { guard: 'hasDraft', target: '#ready' },
              { target: '#empty' },
            ],
            'list.opened': { guard: 'hasWaiting', target: '#list' },
            'page.reloaded': { guard: 'isQuiet', target: 'landing', reenter: true },
            // The page reloads by itself.
            'release.published': { guard: 'isQuietOnline', target: 'landing', reenter: true },
            'version.raised': { guard: 'mayBeUpdated', target: '#updating.overLanding' },
          },
        },
        work,
        request,
        list,
        /** The countdown. */
        updating: {
          id: 'updating',
          initial: 'overLanding',
          states: {
            overLanding: {
              on: { 'countdown.ended': { target: '#landing', actions: 'fallBehind' } },
            },
            overForm: { on: { 'countdown.ended': { target: '#ready', actions: 'fallBehind' } } },
          },
        },
      },
    },
    outbox: {
      initial: 'empty',
      on: {
        'form.sent': { guard: 'mayBeKept', target: '.waiting' },
        'form.closed': { guard: 'isUploading', target: '.moving' },
        'connection.lost': [
          { guard: 'isCreating', target: '.waiting' },
          { guard: 'isUploading', target: '.partly' },
        ],
        'server.accepted': { guard: 'isCreating', target: '.empty' },
        'server.refused': { guard: 'isCreating', target: '.refused' },
        'server.overloaded': { guard: 'isCreating', target: '.postponed' },
        'delete.confirmed': { guard: 'isAsking', target: '.empty' },
      },
      states: {
        empty: {},
        /** The server could not be reached. */
        waiting: {
          on: {
            'connection.back': { guard: 'isCalm', target: 'empty' },
            'connection.back.refusing': { guard: 'mayBeRefused', target: 'refused' },
          },
        },
        /** Its text is there, its pictures are not. */
        partly: { on: { 'connection.back': { guard: 'isCalm', target: 'empty' } } },
        /** The server wants to be left alone; the visitor may ask all the same. */
        postponed: { on: { 'try.pressed': { guard: 'isPostponedInList', target: 'empty' } } },
        /** Its pictures go out behind the closed form. */
        moving: {
          on: {
            'pictures.arrived': 'empty',
            'form.opened': { guard: 'isLanding', target: 'empty' },
          },
        },
        refused: {},
      },
    },
  },
});
