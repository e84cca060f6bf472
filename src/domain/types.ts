/** The product's entities (specification, section 3). Times are ISO 8601 strings, as REST gives them. */

/** An uploaded file as stored in a request's `files`: Storage paths and download addresses. */
export interface UploadedFile {
  ref: string;
  url: string;
  thumb: string;
  thumbRef: string;
}

/** What a visitor types into the service-request form. */
export interface RequestFields {
  name: string;
  email: string;
  phone: string;
  address: string;
  description: string;
  /** Ids of service types. */
  categories: string[];
}

/** Document `requests/{id}`; `id` is a 10-digit numeric string. */
export interface ServiceRequest extends RequestFields {
  id: string;
  created: string;
  status: number;
  files: UploadedFile[];
}

/**
 * An image of a work. `url` is the full-size address. The rest is optional, written by the owner's
 * tools: pixel size of `url`, smaller renderings (`sources`, widest last), an alternative text, and what
 * is shown until the picture is there (`placeholder.ts`).
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
