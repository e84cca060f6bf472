/**
 * The thumbnail of a picture that this browser cannot draw: the outline of a picture, 133 × 100 px, a JPEG of quality
 * 0.4. Fixed bytes, because a canvas that does not give back what was drawn cannot draw it either.
 */
const BASE64 =
  '/9j/2wBDABQUFBQVFBcZGRcfIh4iHy4rJycrLkYyNjI2MkZqQk5CQk5Cal5yXVZdcl6phXZ2hanDpJukw+zT0+z/////////' +
  'wgALCABkAIUBAREA/8QAGgABAQEBAAMAAAAAAAAAAAAAAAYFAQIDBP/aAAgBAQAAAAClAAAAAAAAAQ4FwAIe4CHuABD285sf' +
  'T5w9wAIfYx/d3cnLgAQ4d5cACHAuAAAAAAAAAAAAP//EACYQAAIBAgQFBQAAAAAAAAAAAAECAwAEBRESMRATIlFgMDJAQnH/' +
  '2gAIAQEAAT8A8bJAGZq9xB5JQImIRDVndrdR57OPcKeSOPTrYDUch62JX2smGI9P2PCCd4JBIlXFxJcSF3P4O1Yde85eVIes' +
  'bHv8FWZGDKciNj45/9k=';

export const placeholder = (): Blob =>
  new Blob([Uint8Array.from(atob(BASE64), (character) => character.charCodeAt(0))], {
    type: 'image/jpeg',
  });
