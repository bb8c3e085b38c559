import { type ComponentType, type FormEvent, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { searchWords } from '#words/search';
import { notifyError } from '../messages/notify';
import { paths } from '../paths';
import { Icon } from '../ui/Icon';
import { ProductChoice } from './ProductChoice';
import styles from './SearchBar.module.css';
import type { SuggestionsProps } from './Suggestions';

interface Offer {
  Suggestions: ComponentType<SuggestionsProps>;
  field: HTMLInputElement;
}

/** The product search, by choice from a list or by typing. */
export function SearchBar() {
  const navigate = useNavigate();
  const listId = useId();
  const [chosen, setChosen] = useState('');
  const [offer, setOffer] = useState<Offer>();
  const last = useRef('');

  function open(page: string) {
    last.current = page;
    setChosen('');
    navigate(page);
  }
  const openProduct = (id: string) => open(paths.product(id));

  async function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const words = String(new FormData(event.currentTarget).get('q')).trim();
    if (!words) return chosen ? open(chosen) : undefined;
    last.current = words;
    const from = window.location.href;
    // The result is dropped if the shopper has searched again, chosen a product or left meanwhile.
    const isLast = () => last.current === words && window.location.href === from;
    try {
      const { pageFor } = await import('./find_page');
      const page = await pageFor(words);
      if (isLast()) open(page);
    } catch {
      if (isLast()) notifyError(searchWords.failed);
    }
  }

  /** Loads the suggestions. The field works without them, so a failure is ignored. */
  function offerSuggestions(field: HTMLInputElement) {
    import('./Suggestions').then(
      ({ Suggestions }) => setOffer({ Suggestions, field }),
      () => {},
    );
  }

  return (
    // Without scripts the form leads to the list of all products.
    <form className={styles.bar} action={paths.shop} onSubmit={search} role="search">
      <ProductChoice chosen={chosen} onMark={setChosen} onOpen={open} />
      <input
        name="q"
        role="combobox"
        aria-label={searchWords.label}
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls={listId}
        placeholder={searchWords.placeholder}
        maxLength={100}
        autoComplete="off"
        enterKeyHint="search"
        onFocus={(event) => offerSuggestions(event.currentTarget)}
      />
      <button type="submit" aria-label={searchWords.search}>
        <Icon name="search" />
      </button>
      {offer && <offer.Suggestions field={offer.field} listId={listId} onOpen={openProduct} />}
    </form>
  );
}
