import { ButtonLink } from '../ui/Button';
import { business, telLink } from './businessFacts';

/** Calls the business, with its number in sight. */
export function CallLink() {
  return (
    <ButtonLink icon="phone" href={telLink(business.phone)}>
      Call {business.phone}
    </ButtonLink>
  );
}
