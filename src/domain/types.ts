/** The product's entities (specification, section 3). Times are ISO 8601 strings, as REST gives them. */
import type { RequestFields } from './requestFields';

/** An uploaded file as stored in a request's `files`: Storage paths and download addresses. */
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
 * An image of a work. `url` is the full-size address. The rest is optional, written by the owner's
 * tools: pixel size of `url`, smaller renderings (`sources`, widest last), an alternative text, and what
 * is shown until the picture is there (`placeholder`, see `PLACEHOLDER_PATTERN`).
 */
export interface WorkImage {
  url: string;
  alt?: string;
  width?: number;
  height?: number;
  sources?: ImageSource[];
  placeholder?: string;
}

/** One rendering of an image: `type` is a MIME type, `width` pixels. */
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

/** Document `gallery/{work}/reviews/{id}`; `id` is 10 random alphanumeric characters. */
export interface Review {
  id: string;
  text: string;
  stars: number;
  user: string;
  created: string;
}

/** One entry of `services_types` in `configurations/configurations`. `icon` is an icon's name. */
export interface ServiceType {
  id: string;
  name: string;
  icon: string;
}

/** The signed-in visitor as far as the page needs it. */
export interface SignedInUser {
  uid: string;
  /** Google's own id of the person: the same when a deleted account is made anew, unlike the uid. */
  googleId: string;
  name: string | null;
}

/** An image in the form, as it was chosen; its file lies in the database under `id`. */
export interface ChosenImage {
  id: string;
  name: string;
  /** MIME type, by the file's first bytes. */
  type: string;
}

/** What is in the form, kept with every change. */
export interface Draft {
  fields: RequestFields;
  images: ChosenImage[];
  /** The refused record that it was taken from, and whose place it takes when it is sent. */
  replaces?: string;
  /** When the form was first opened for it, in milliseconds since 1970. */
  openedAt?: number;
  /** When the visitor last changed it, in milliseconds since 1970; the store stamps it. */
  touchedAt?: number;
}

/**
 * What may tell a program from a visitor: what a field holds that visitors never see, and the seconds
 * between opening the form and sending it. For the owner's export, never a reason to refuse.
 */
export interface SpamSignals {
  honeypot: string;
  seconds: number;
}

/** How far a delivery has come; each step is safe to repeat. */
export type DeliveryStep = 'create' | 'upload' | 'attach';

/** Why a record waits for the visitor: what the server answered, and to which step. */
export interface Attention {
  step: DeliveryStep;
  status: number;
  message: string;
  /** When and by which version of the app: it is tried again a day later, and by the next version. */
  at?: number;
  version?: number;
}

/** Progress of the images of one record. Bytes include the thumbnails; `count` is images done. */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
  count: number;
  total: number;
}
