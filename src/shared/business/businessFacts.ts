const GIVEN = __BUSINESS__;

/** The facts about the business: those that the owner has given, and two fixed texts. */
export const business = {
  ...GIVEN,
  trade: 'Cabinet refinishing',
  blurb: `${GIVEN.name} refinishes kitchen, bathroom and laundry cabinets in ${GIVEN.area}. We keep the cabinets you have: every door and drawer front is cleaned, repaired, sanded and finished by hand, until it looks like new.`,
};

/** The trade and the town, for page titles. */
export const TRADE_IN_TOWN = `${business.trade} in ${business.locality}, ${business.region}`;

/** The origin of the deployed site. Canonical addresses and link previews must be absolute. */
export const siteOrigin = __SITE_ORIGIN__;
