import { shopWords } from '#words/shop';
import { paths } from '../../paths';
import select from 'shared/ui/SelectField.module.css';
import { type Choice, concernLabel, sorts, types } from './choice';
import styles from './ShopFilters.module.css';

const texts = shopWords;

interface ShopFiltersProps {
  choice: Choice;
  concerns: readonly string[];
  onChange: (part: Partial<Choice>) => void;
}

/** The filters and the sort order. Changes apply at once and are in the URL. */
export function ShopFilters({ choice, concerns, onChange }: ShopFiltersProps) {
  return (
    <form
      className={styles.filters}
      action={paths.shop}
      aria-label={texts.filters}
      onSubmit={(event) => event.preventDefault()}
    >
      <fieldset className={styles.types}>
        <legend>{texts.type}</legend>
        {types.map((type) => (
          <label key={type}>
            <input
              type="radio"
              name="type"
              value={type}
              checked={choice.type === type}
              onChange={() => onChange({ type })}
            />
            <span>{texts.types[type]}</span>
          </label>
        ))}
      </fieldset>
      <label className={styles.field}>
        {texts.concern}
        <select
          className={select.select}
          name="concern"
          value={choice.concern}
          onChange={(event) => onChange({ concern: event.target.value })}
        >
          <option value="">{texts.anyConcern}</option>
          {concerns.map((concern) => (
            <option key={concern} value={concern}>
              {concernLabel(concern)}
            </option>
          ))}
        </select>
      </label>
      <label className={styles.field}>
        {texts.sort}
        <select
          className={select.select}
          name="sort"
          value={choice.sort}
          onChange={(event) => onChange({ sort: event.target.value as Choice['sort'] })}
        >
          {sorts.map((sort) => (
            <option key={sort} value={sort}>
              {texts.sorts[sort]}
            </option>
          ))}
        </select>
      </label>
    </form>
  );
}
