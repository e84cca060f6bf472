/** The specification's literal texts (sections 2, 4, 5 and 8), with their typos and the Spanish one. */

export const REQUEST_TEXTS = {
  creating: 'Creating request',
  uploading: 'Uploading files...',
  uploadingTitle: 'Subiendo nuevos archivos',
  created: 'Request created sucessfully',
  thanks: 'Thank you for choosing us, we will contact you as soon as possible.',
  continue: 'Click here to continue',
  tooManyImages: 'No more than 2 images are allowed',
} as const;

export const REVIEW_TEXTS = {
  signIn: 'Sign in to write a review',
  thanks: 'Thanks for your opinion',
  starsMissing: 'Please rate with stars before submiting your review',
} as const;

export const UPDATE_TEXT = 'Please wait while we update the app version...';
