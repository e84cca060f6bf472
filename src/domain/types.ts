/** The product's entities (specification, section 3). Times are ISO 8601 strings, as REST gives them. */
import type { EpochMs } from './clock';
import type { Subject } from './subject';
import type { RequestFields } from './requestFields';

/** An uploaded file, as the `files` of a request have it: its Storage paths and download addresses. */
export interface UploadedFile {
  ref: string;
  url: string;
  thumb: string;
  thumbRef: string;
}

/** Document `requests/{id}`; `id` is a 10-digit numeric string. */
export type ServiceRequest = RequestFields & {
  id: string;
  created: string;
  status: number;
  files: UploadedFile[];
};

/**
 * An image of a work. `url` is the address of the full-size image. The other fields are optional and written by the
 * owner's tools: the pixel size of the full-size image, smaller renderings (`sources`, widest last), an alternative
 * text, and what `PLACEHOLDER_PATTERN` describes.
 */
export interface WorkImage {
  url: string;
  alt?: string;
  width?: number;
  height?: number;
  sources?: ImageSource[];
  placeholder?: string;
}

/** One rendering of an image. `type` is a MIME type; `width` is in pixels. */
export interface ImageSource {
  url: string;
  width: number;
  type: string;
}

export interface CoverImage extends WorkImage {
  thumb: string;
}

/** Document `gallery/{id}`. */
export interface GalleryWork {
  id: string;
  title: string;
  created: string;
  cover: CoverImage;
  before: WorkImage[];
  after: WorkImage[];
}

export type GalleryCard = Pick<GalleryWork, 'id' | 'title' | 'cover'>;

/** Document `gallery/{work}/reviews/{id}`; `id` is 10 random alphanumeric characters. */
export interface Review {
  id: string;
  text: string;
  stars: number;
  user: string;
  created: string;
}

/** A review that the owner has chosen to be quoted: an entry of `quotes` in `configurations/configurations`. */
export interface QuoteName {
  work: string;
  review: string;
}

/** An entry of `quotes` as it is stored. Without a name it names no review. */
export interface ChosenQuote {
  entry: unknown;
  name?: QuoteName;
}

/** One entry of `services_types` in `configurations/configurations`. */
export interface ServiceType {
  id: string;
  name: string;
  icon: string;
}

export interface SignedInUser {
  uid: string;
  /** Google's own id of the person. Unlike the uid, it stays the same if the account is deleted and created again. */
  googleId: string;
  name: string | null;
}

/**
 * A chosen file that is not added, and why. `noImage`: no image that we accept, or a file that cannot be read.
 * `lost`: it was in the form, and this device cannot read it any more. `notShared`: a share to the installed app has brought nothing. `onlyUrl`: a picture that was dragged from another page, which gives only its URL. `tooMany`: there is no room.
 */
export interface RejectedFile {
  name: string;
  reason: 'empty' | 'tooLarge' | 'noImage' | 'onlyUrl' | 'notShared' | 'lost' | 'tooMany';
  /** The file was shared to the site, perhaps by a page that the visitor does not know. */
  isShared?: boolean;
}

/** An image in the form. Its file is kept elsewhere, by `id`. */
export interface ChosenImage {
  id: string;
  name: string;
  /** The MIME type by the file's first bytes. */
  type: string;
}

export interface Draft {
  /** Names exactly this content: every change gives the draft another id. */
  id?: string;
  fields: RequestFields;
  images: ChosenImage[];
  subject?: Subject | null;
  /** Key of the refused record that the content was taken from. Sending the draft replaces that record. */
  replaces?: string;
  openedAt?: EpochMs;
  /** When the visitor last changed the draft. The store sets it. */
  touchedAt?: EpochMs;
}

/** The steps of a delivery, in their order. Each is safe to repeat. */
export type DeliveryStep = 'create' | 'upload' | 'attach';

/** Where a saved request is. What is in memory is lost with the page. */
export type SavedIn = 'disk' | 'memory';

export type SaveResult =
  | { outcome: 'saved'; key: string; store: SavedIn }
  /** The device has no room, so nothing was saved. */
  | { outcome: 'full' };

/** Why a record waits for the visitor: the server's answer, and the step that it answered; or it is damaged. */
export interface Attention {
  step: DeliveryStep;
  /** The HTTP status of the answer. A damaged record has none. */
  status?: number;
  /** Part of the record was lost on the device, so it is never sent as it is. */
  damaged?: true;
  /** It was not the server that refused, but something on the way. */
  isHeldBack?: true;
  message: string;
  /**
   * When the server answered, and the app's version at that time. The record is tried again a day later, and by the
   * next version.
   */
  at?: EpochMs;
  version?: number;
}

/** How much of one record is uploaded. The bytes include the thumbnails; `count` of `total` images are done. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
  count: number;
  total: number;
}

/**
 * What becomes of a waiting request if its page is closed now: it is sent all the same; it waits on the device until its
 * visitor comes back; it is lost, because it is only in the page's memory.
 */
export type AfterClosing = 'goesOn' | 'waits' | 'isLost';

export interface SentRequest {
  key: string;
  id: string;
  sentAt: EpochMs;
  /** No screen has announced yet that the request was sent. */
  isUnannounced?: true;
  /** Names of its pictures that could not be used and were left out. Removed once a screen has named them. */
  missing?: string[];
}

/**
 * Why nobody was signed in with Google, at the review area or the owner’s page. `cancelled`: a second sign-in has replaced
 * this one. `unauthorized`: the Firebase project does not list this site's domain. `disabled`: the owner has disabled this
 * person's account.
 */
export type SignInFailure =
  'closed' | 'blocked' | 'cancelled' | 'unauthorized' | 'disabled' | 'unreachable' | 'failed';

export type SignInOutcome =
  { outcome: 'signedIn'; user: SignedInUser } | { outcome: SignInFailure };

/**
 * Hints whether a program has sent the request: the text of a field that visitors never see, and the seconds between
 * opening the form and sending it. They are for the owner's mails and export. No request is refused for them.
 */
export interface SpamSignals {
  honeypot: string;
  seconds: number;
}
