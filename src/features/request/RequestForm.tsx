import type { ServiceType } from '../../domain/types';
import { classNames } from '../../ui/classNames';
import { CategoryPicker } from './CategoryPicker';
import { FormActions } from './FormActions';
import { ImagePicker } from './ImagePicker';
import { Obstacle } from './Obstacle';
import { PrivacyNote } from './PrivacyNote';
import styles from './RequestForm.module.css';
import { TextInput } from './TextInput';
import { usePastedFiles } from './usePastedFiles';
import type { RequestFormView } from './useRequestForm';

interface RequestFormProps {
  form: RequestFormView;
  types: ServiceType[];
}

/** The fields of the request and the way to send them. */
export function RequestForm({ form, types }: RequestFormProps) {
  const { fields, change } = form;
  const { isOver, handlers } = usePastedFiles(form.choose);
  return (
    <form
      className={classNames(styles.form, isOver && styles.over)}
      inert={form.isSaving}
      {...handlers}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.isRestoring) form.submit();
      }}
    >
      <div className={styles.scroll}>
        <p className={styles.lead}>Tell us about your cabinets and we will contact you.</p>
        <div className={styles.fields}>
          <TextInput
            name="name"
            label="Name"
            value={fields.name}
            onChange={(name) => change({ name })}
            input={{ autoComplete: 'name', autoCapitalize: 'words', enterKeyHint: 'next' }}
          />
          <TextInput
            name="email"
            label="Email"
            value={fields.email}
            onChange={(email) => change({ email })}
            input={{
              type: 'email',
              inputMode: 'email',
              autoComplete: 'email',
              enterKeyHint: 'next',
            }}
          />
          <TextInput
            name="phone"
            label="Phone"
            value={fields.phone}
            onChange={(phone) => change({ phone })}
            input={{ type: 'tel', inputMode: 'tel', autoComplete: 'tel', enterKeyHint: 'next' }}
          />
          <TextInput
            name="address"
            label="Address"
            rows={1}
            value={fields.address}
            onChange={(address) => change({ address })}
            input={{ autoComplete: 'street-address', enterKeyHint: 'next' }}
          />
          <div className={styles.whole}>
            <TextInput
              name="description"
              label="Description"
              rows={3}
              placeholder="Which cabinets, how many doors, what you have in mind"
              value={fields.description}
              onChange={(description) => change({ description })}
            />
          </div>
        </div>
        <CategoryPicker types={types} chosen={fields.categories} onToggle={form.toggleCategory} />
        <ImagePicker
          images={form.images}
          tooMany={form.tooMany}
          choices={form.choices}
          rejected={form.rejected}
          onChoose={form.choose}
          onRemove={form.removeImage}
          onUnreadable={form.noteUnreadable}
        />
        <PrivacyNote />
      </div>
      <div className={styles.foot}>
        <Obstacle obstacle={form.obstacle} onSendFromMemory={form.sendFromMemory} />
        <FormActions
          isRestoring={form.isRestoring}
          isSaving={form.isSaving}
          isBlank={form.isBlank}
          onClear={form.clear}
        />
      </div>
    </form>
  );
}
