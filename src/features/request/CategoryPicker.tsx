import type { ServiceType } from '../../domain/types';
import { Icon } from '../../ui/Icon';
import styles from './CategoryPicker.module.css';
import { ServiceIcon } from './ServiceIcon';

interface CategoryPickerProps {
  types: ServiceType[];
  chosen: string[];
  onToggle(id: string): void;
}

/** The service categories as checkboxes; nothing where there are none. */
export function CategoryPicker({ types, chosen, onToggle }: CategoryPickerProps) {
  if (types.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>
        What is it about? <span className={styles.optional}>Optional</span>
      </legend>
      <div className={styles.options}>
        {types.map(({ id, name, icon }) => (
          <label key={id} className={styles.option}>
            <input
              type="checkbox"
              name="categories"
              value={id}
              checked={chosen.includes(id)}
              onChange={() => onToggle(id)}
              className={styles.box}
            />
            <ServiceIcon name={icon} size="1.375rem" className={styles.icon} />
            <span className={styles.name}>{name}</span>
            <Icon name="check" size="1rem" className={styles.tick} />
          </label>
        ))}
      </div>
    </fieldset>
  );
}
