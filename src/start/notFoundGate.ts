/**
 * The only script of 404.html. It is inlined; its hash stands in the Content-Security-Policy of firebase.json. A link
 * to the form whose `#` was encoded on its way (`/%23request-service`) is an address that the site does not have.
 */
import { meantAddress } from './meantAddress';

const meant = meantAddress(location);
if (meant !== undefined) location.replace(meant);
