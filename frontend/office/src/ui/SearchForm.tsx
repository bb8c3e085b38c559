import type { FormEvent } from 'react';
import button from './button.module.css';
import { Icon } from './Icon';
import styles from './SearchForm.module.css';

interface SearchFormProps {
  /** The current search text. */
  text: string;
  /** The searchable values, for screen readers. */
  label: string;
  placeholder: string;
  onSearch: (text: string) => void;
}

/** The search of a list. It runs only on submit, because every search is a line of the audit log. */
export function SearchForm({ text, label, placeholder, onSearch }: SearchFormProps) {
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(String(new FormData(event.currentTarget).get('text') ?? '').trim());
  }
  return (
    <search>
      <form className={styles.search} onSubmit={send}>
        <span className={styles.field}>
          <Icon name="search" />
          <input
            // A new key resets the field to the text of another search.
            key={text}
            type="search"
            name="text"
            defaultValue={text}
            placeholder={placeholder}
            aria-label={label}
            autoComplete="off"
            maxLength={100}
          />
        </span>
        <button type="submit" className={button.quiet}>
          Find
        </button>
      </form>
    </search>
  );
}
