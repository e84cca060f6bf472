/**
 * The ports of the owner's page, handed to its screens by one context, and what they tell: how a write has
 * ended, and what the lists show. The real one is put together in `main.tsx`.
 */
import { createContext, use } from 'react';
import type { Built } from '../contract/built';
import type { AccessPorts } from './access/ownerAccessEffects';
import type { KeptWorkStore } from './editor/kept/keptWork';
import type { OwnerDocuments } from './data/documents';
import type { EditorCode } from './editor/editorCode';
import type { ChosenQuote, GalleryCard, GalleryWork, Review } from '../domain/types';

export interface OwnerPagePorts {
  access: AccessPorts;
  documents: OwnerDocuments;
  /** By the site's clock. */
  now(): Date;
  /** The one work that is in the editor. */
  kept: KeptWorkStore;
  /** What the site that is served now says of its build. Rejects when it cannot be read. */
  built(): Promise<Built | undefined>;
  editor(): Promise<EditorCode>;
}

/** How a server turns an owner away. */
export type Refusal = 'sessionEnded' | 'refused';

export interface Ports extends OwnerPagePorts {
  /** The e-mail address of the account that is signed in. */
  account: string;
  /** A write was refused, or nobody is signed in any more. */
  onRefusal(refusal: Refusal): void;
}

const Context = createContext<Ports | undefined>(undefined);
export const PortsProvider = Context.Provider;

/** Throws where no provider surrounds the component. */
export function usePorts(): Ports {
  const ports = use(Context);
  if (!ports) throw new Error('This component needs a PortsProvider around it.');
  return ports;
}

/**
 * How a write has ended. `conflict`: somebody else has changed or removed what was to be changed. `refused`: the server's
 * definite no. `exhausted`: the project's quota is used up. `unreachable`: no answer, so it may have arrived.
 * `sessionEnded`: the sign-in is over.
 */
export type WriteOutcome =
  'stored' | 'conflict' | 'refused' | 'exhausted' | 'unreachable' | 'sessionEnded';

export type FailedOwnerWrite = Exclude<WriteOutcome, 'stored'>;

/** With `next` there is more behind it. */
export interface Page<Item, Cursor> {
  items: Item[];
  next?: Cursor;
}

export interface ListedWork extends GalleryCard, Pick<GalleryWork, 'created'> {
  /** Where the gallery has it: the oldest work is number 1. Undefined where the works could not be counted. */
  place?: { number: number; of: number };
  /** When its document was created and last written, by the server: ISO 8601, of equal length. */
  made: string;
  written: string;
}

/** The title of a work: null where the gallery has none of this id, undefined where it could not be read. */
interface Titled {
  title?: string | null;
}

export interface WorkReview extends Titled {
  work: string;
  review: Review;
}

/** What is chosen for the landing page. Without a review it is dead: the next review of this name would be quoted. */
export interface OwnerQuote extends ChosenQuote, Titled {
  review?: Review;
}

/**
 * What became of a mail, and since when (milliseconds since 1970). `goesWithoutWords`: the next try leaves them out, whether
 * the mail server has refused them or the function died over them.
 */
export interface MailNews {
  state: 'mailed' | 'mailedWithoutWords' | 'waiting' | 'goesWithoutWords';
  since: number;
  /** When words that a mail left out are tried again. */
  due?: number;
}

/** A request, with all its words as its visitor typed them. What is missing is an empty text. */
export interface OwnerRequest {
  /** Its number. */
  id: string;
  /** ISO 8601. */
  created: string;
  isAnswered: boolean;
  name: string;
  phone: string;
  email: string;
  address: string;
  description: string;
  /** Ids of service types. */
  categories: string[];
  pictures: { url: string; thumb: string }[];
  /** What became of its mails; undefined where no mark says so. */
  text?: MailNews;
  picturesMail?: MailNews;
}

/** `week`: how many requests came in the seven days before `ran`, when the hourly function ran last. */
export interface Counted {
  week?: number;
  ran?: number;
}

/** What was removed. `until` (ISO 8601): as long as it can be put back. */
interface Removed {
  until: string;
}
export type RemovedWork = Pick<GalleryWork, 'id' | 'title' | 'cover' | 'created'> & Removed;
export type TakenDownReview = WorkReview & Removed;

/** `no`: a reload loses the work. `forADay`: the phone is not the owner's. */
export type Keeping = 'no' | 'forADay' | 'untilPublished';
