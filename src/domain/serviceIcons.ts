/** What `icon` of a service type may be, and what it shows. Any other name is drawn as a plain door. */
export const SERVICE_ICONS = {
  kitchen: 'wall and base cabinets',
  vanity: 'a bathroom vanity with its mirror',
  laundry: 'a washing machine',
  island: 'a kitchen island below a lamp',
  doors: 'two cabinet doors',
  hardware: 'a handle',
  color: 'a paint roller',
  brush: 'a paint brush',
} as const;

export type ServiceIcon = keyof typeof SERVICE_ICONS;
