/** What the owner has written into business.json, as the build has read it (tools/build/businessFile.ts). */
export interface Business {
  name: string;
  phone: string;
  whatsapp: string;
  profiles: { name: string; url: string }[];
  /** Where clients review the business at Google. */
  googleReviews?: string | undefined;
  mapsUrl: string;
  area: string;
  locality: string;
  region: string;
  postalCode?: string | undefined;
  towns?: string[] | undefined;
  /** Degrees, for search engines. */
  geo?: { latitude: number; longitude: number } | undefined;
}

/** Facts that build trust. A fact that the owner has not given is not shown. */
export interface Facts {
  hours?: OpenHours[] | undefined;
  license?: string | undefined;
  insurance?: string | undefined;
  warranty?: string | undefined;
  priceRange?: string | undefined;
  email?: string | undefined;
  street?: string | undefined;
  questions?: { question: string; answer: string }[] | undefined;
  /** Mean (to one decimal) and number of all reviews at the time of the build. */
  rating?: { average: number; count: number };
}

/** Promises in the owner's own words. */
export interface Offer {
  /** When the owner answers a request, for example "within one working day". */
  responseTime?: string | undefined;
  /** What an estimate costs, for example "Free estimate, no obligation". */
  estimate?: string | undefined;
  /** What the work costs, for example "Most kitchens: $2,400 – $6,500". */
  priceGuide?: string | undefined;
}

export interface Person {
  name: string;
  years?: number | undefined;
  /** The address of a file in `public/`. */
  photo?: string | undefined;
}

/** The line that says why to trust the business: the mean of all reviews, then short facts. */
export interface Proof {
  /** Mean of the stars, 1 to 5, to one decimal. */
  average?: number | undefined;
  words: string[];
}

export interface Quote {
  text: string;
  stars: number;
  work: { id: string; title: string };
  /** The work is a sample, so no real client has said this. */
  isSample?: true;
}

export interface OpenHours {
  /** English names, Monday first. */
  days: string[];
  /** `HH:MM` in 24-hour time. */
  opens: string;
  closes: string;
}

/** Whether a header of medium width has no room for the phone number beside this name. */
export const isLongName = (name: string): boolean => name.length > 20;
