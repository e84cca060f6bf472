/** What the owner has written into business.json, as the build has read it (tools/build/businessFile.ts). */
export interface Business {
  name: string;
  /** As it is shown. */
  phone: string;
  /** The number WhatsApp opens; usually the same. */
  whatsapp: string;
  /** The profiles' addresses. */
  instagram: string;
  facebook: string;
  tiktok: string;
  mapsUrl: string;
  /** Where the business works, in words. */
  area: string;
  /** City and state, for search engines. */
  locality: string;
  region: string;
  /** Degrees, for search engines. */
  geo?: { latitude: number; longitude: number } | undefined;
}

/** Facts that build trust: each is shown where it was given, and nowhere else. */
export interface Facts {
  hours?: OpenHours[] | undefined;
  license?: string | undefined;
  insurance?: string | undefined;
  warranty?: string | undefined;
  priceRange?: string | undefined;
  email?: string | undefined;
  street?: string | undefined;
  questions?: { question: string; answer: string }[] | undefined;
  /** Of all reviews when the site was built: their mean, to one decimal, and how many they are. */
  rating?: { average: number; count: number };
}

/** What the owner promises to whoever asks, in words of their own. */
export interface Offer {
  /** When a request is answered: "within one working day". */
  responseTime?: string | undefined;
  /** What the first look costs: "Free estimate, no obligation". */
  estimate?: string | undefined;
  /** What works cost: "Most kitchens: $2,400 – $6,500". */
  priceGuide?: string | undefined;
}

/** Somebody of the business. */
export interface Person {
  name: string;
  /** Of work in this trade. */
  years?: number | undefined;
  /** The address of a file in `public/`. */
  photo?: string | undefined;
}

/** One line that tells why to trust: the mean of all reviews, then short facts. */
export interface Proof {
  /** 1 to 5, to one decimal. */
  average?: number | undefined;
  words: string[];
}

/** A client's own words, and the work they are about. */
export interface Quote {
  text: string;
  stars: number;
  work: { id: string; title: string };
  /** The work is one of the sample works, so nobody has said this. */
  isSample?: true;
}

export interface OpenHours {
  /** English names, Monday first. */
  days: string[];
  /** `HH:MM`, of 24 hours. */
  opens: string;
  closes: string;
}

/** Whether a header of middling width has no room for the number beside this name. */
export const isLongName = (name: string): boolean => name.length > 20;
