/** The names that `icon` of a service type may have, and what each icon shows. Other names show a plain door. */
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
