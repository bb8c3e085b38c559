import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { Card } from '../api/types';
import { suggestionWords } from '#words/suggestions';
import styles from './Suggestions.module.css';
import { formatPrice } from 'shared/rules/rupees';
import { paths } from '../paths';
import { useSuggested } from './use_suggested';

/** The properties that the search bar passes to the suggestions. */
export interface SuggestionsProps {
  /** The search field. It works without suggestions, which load once it is used. */
  field: HTMLInputElement;
  /** The id of the list. */
  listId: string;
  onOpen: (id: string) => void;
}

const NONE = -1;

/** Products to choose from while typing (combobox pattern: the field keeps the focus, the list is marked). */
export function Suggestions({ field, listId, onOpen }: SuggestionsProps) {
  const [words, setWords] = useState(field.value);
  const [active, setActive] = useState(NONE);
  const { products, failed } = useSuggested(words);
  const { pathname } = useLocation();
  const shownAt = useRef(pathname);
  const marked = products[active];

  function show(typed: string) {
    setWords(typed);
    setActive(NONE);
  }

  function open(product: Card) {
    show('');
    onOpen(product._id);
  }

  function hearKey(event: KeyboardEvent) {
    if (products.length === 0) return;
    if (event.key === 'Enter' && !marked) return show('');
    if (event.key === 'ArrowDown') setActive(active === products.length - 1 ? NONE : active + 1);
    else if (event.key === 'ArrowUp') setActive(active === NONE ? products.length - 1 : active - 1);
    else if (event.key === 'Escape') show('');
    else if (event.key === 'Enter' && marked) open(marked);
    else return;
    event.preventDefault();
  }

  useEffect(() => {
    const follow = () => show(field.value);
    const leave = () => show('');
    field.addEventListener('input', follow);
    field.addEventListener('focus', follow);
    field.addEventListener('blur', leave);
    field.addEventListener('keydown', hearKey);
    return () => {
      field.removeEventListener('input', follow);
      field.removeEventListener('focus', follow);
      field.removeEventListener('blur', leave);
      field.removeEventListener('keydown', hearKey);
    };
  });

  useEffect(() => {
    if (shownAt.current === pathname) return;
    shownAt.current = pathname;
    // Words without a result stay in the field, so that the shopper can correct them.
    if (pathname !== paths.notFound) field.form?.reset();
  }, [field, pathname]);

  useEffect(() => {
    field.setAttribute('aria-expanded', String(products.length > 0));
    if (marked) field.setAttribute('aria-activedescendant', `${listId}-${active}`);
    else field.removeAttribute('aria-activedescendant');
  });

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the field keeps the focus and names what is marked */}
      <div
        id={listId}
        className={styles.list}
        role="listbox"
        aria-label={suggestionWords.suggestions}
        hidden={products.length === 0}
        // Keeps the focus in the field. Without it the list would close before the choice is made.
        onMouseDown={(event) => event.preventDefault()}
      >
        {products.map((product, index) => (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus -- the field has the focus and hears the keys
          <div
            key={product._id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === active}
            onClick={() => open(product)}
          >
            <b>{product.productName}</b> <small>{product.tagline}</small>{' '}
            <span>{formatPrice(product.actualPrice)}</span>
          </div>
        ))}
      </div>
      {/* Rendered before it has text, so that screen readers announce it. */}
      <p className={styles.failed} role="status">
        {failed && suggestionWords.noSuggestions}
      </p>
    </>
  );
}
