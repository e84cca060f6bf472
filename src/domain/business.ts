/** What the owner has written into business.json, as the build has read it (tools/build/business.ts). */
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

export interface OpenHours {
  /** English names, Monday first. */
  days: string[];
  /** `HH:MM`, of 24 hours. */
  opens: string;
  closes: string;
}

/** Whether a header of middling width has no room for the number beside this name. */
export const isLongName = (name: string): boolean => name.length > 20;
