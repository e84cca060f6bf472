import type { ReactNode } from 'react';
import type { ServiceIcon as ServiceIconName } from '../../domain/serviceIcons';
import { categoriesIn } from '../../../machines/requestFormView';
import type { ServiceType } from '../../domain/types';
import { Drawing, Icon, type IconName, type IconProps } from '../../ui/Icon';
import styles from './CategoryPicker.module.css';
import shared from './RequestForm.module.css';
import { useForm, useFormSelector } from '../useForm';

export function CategoryPicker({ types }: { types: ServiceType[] }) {
  const form = useForm();
  const chosen = useFormSelector(categoriesIn);
  if (types.length === 0) return null;
  const toggle = (id: string) => {
    const others = chosen.filter((other) => other !== id);
    const categories = chosen.includes(id) ? others : [...chosen, id];
    form.send({ type: 'fields.changed', fields: { categories } });
  };
  return (
    <fieldset className={shared.group}>
      <legend className={shared.legend}>
        What do you need? <span className={shared.optional}>Optional</span>
      </legend>
      <div className={styles.options}>
        {types.map(({ id, name, icon }) => (
          <label key={id} className={styles.option} data-chosen={chosen.includes(id) || undefined}>
            <input
              type="checkbox"
              name="categories"
              value={id}
              checked={chosen.includes(id)}
              onChange={() => toggle(id)}
              className={styles.box}
            />
            <ServiceIcon name={icon} size="1.375rem" className={styles.icon} />
            <Icon name="check" size="1.375rem" className={styles.tick} />
            <span className={styles.name}>{name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Drawings that only service types use, on the grid of `Icon`. Here they are loaded only with the form. */
const DRAWINGS: Record<Exclude<ServiceIconName, IconName>, ReactNode> = {
  doors: (
    <>
      <rect x="3.5" y="3.5" width="17" height="17" rx="1" />
      <path d="M12 3.5v17M6 6.5h3.5v11H6Zm8.5 0H18v11h-3.5Z" />
    </>
  ),
  vanity: <path d="M7.5 3.5h9v7h-9ZM2.5 13.5h19M4 13.5v7h16v-7M12 16v4.5M9.8 17v1.5m4.4-1.5v1.5" />,
  laundry: (
    <>
      <rect x="4" y="3.5" width="16" height="17" rx="1.5" />
      <circle cx="12" cy="13.5" r="4.2" />
      <path d="M7 6.7h2.5m6 0H17M8.5 14.2c1.2-1 2.3-1 3.5 0s2.3 1 3.5 0" />
    </>
  ),
  island: (
    <path d="M2.5 11h19M4 11v9.5h16V11M9.3 11v9.5m5.4-9.5v9.5M12 2.5v2m-2.5 2.6 1-2.6h3l1 2.6Z" />
  ),
  hardware: (
    <path d="M5 8.5h14a1.5 1.5 0 0 1 0 3H5a1.5 1.5 0 0 1 0-3Zm1.5 3v3.5m11-3.5v3.5M3.5 18h17" />
  ),
  color: (
    <>
      <rect x="4" y="3.5" width="13" height="5.5" rx="1.5" />
      <path d="M17 6.2h3v5.3h-8.5v3M10 14.5h3v6h-3Z" />
    </>
  ),
};

function ServiceIcon({ name, ...props }: IconProps) {
  return Object.keys(DRAWINGS).includes(name) ? (
    <Drawing {...props}>{DRAWINGS[name as keyof typeof DRAWINGS]}</Drawing>
  ) : (
    <Icon name={name} {...props} />
  );
}
