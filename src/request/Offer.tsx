import type { Offer as GivenOffer } from '../domain/business';
import { Icon } from '../ui/Icon';
import styles from './Offer.module.css';

interface OfferProps {
  /** By the owner; null where they promise nothing. */
  offer?: GivenOffer | null;
}

/** What somebody who asks can count on: when they hear from the owner, and what it costs. */
export function Offer({ offer = __OFFER__ }: OfferProps) {
  const { responseTime, estimate, priceGuide } = offer ?? {};
  const promises = [estimate, priceGuide].filter((promise) => promise !== undefined);
  return (
    <div className={styles.offer}>
      <p>
        Tell us about your cabinets and we will contact you
        {responseTime !== undefined && ` ${responseTime}`}.
      </p>
      {promises.length > 0 && (
        <ul className={styles.promises}>
          {promises.map((promise) => (
            <li key={promise}>
              <Icon name="check" size="1.125rem" />
              {promise}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
