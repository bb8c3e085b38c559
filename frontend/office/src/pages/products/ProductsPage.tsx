import { createColumnHelper } from '@tanstack/react-table';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { Product, Variant } from '#contract/shop/catalog/v1/catalog_pb.js';
import { type FoundClaim, ProductState } from '#contract/shop/catalog/v1/product_editing_pb.js';
import { useProducts } from '../../api/products';
import {
  type Edited,
  packPrice,
  productIn,
  smallPhoto,
  TAX_CLASSES,
  wordsOfState,
} from '../../rules/products';
import { rowsOf } from '../../rules/rows';
import { useMay } from '../../session/use_me';
import button from '../../ui/button.module.css';
import { Chip } from '../../ui/Chip';
import { type Column, DataTable, type features } from '../../ui/DataTable';
import { Icon } from '../../ui/Icon';
import { More } from '../../ui/More';
import { PageHead } from '../../ui/PageHead';
import { SearchForm } from '../../ui/SearchForm';
import { Tabs } from '../../ui/Tabs';
import { Nothing, Waiting } from '../../ui/Waiting';
import styles from './products.module.css';

interface Tab {
  /** The name in the address. */
  name?: string;
  state: ProductState;
  label: string;
}

const ALL: Tab = { state: ProductState.UNSPECIFIED, label: 'All' };
const TABS: readonly Tab[] = [
  ALL,
  { name: 'published', state: ProductState.PUBLISHED, label: 'On sale' },
  { name: 'draft', state: ProductState.DRAFT, label: 'Drafts' },
  { name: 'archived', state: ProductState.ARCHIVED, label: 'Archived' },
];

const helper = createColumnHelper<typeof features, Edited>();

const columns = helper.columns([
  helper.accessor('product', {
    header: 'Product',
    cell: ({ getValue }) => <Name product={getValue()} />,
  }),
  helper.accessor('state', {
    header: 'State',
    meta: { isTight: true },
    cell: ({ getValue }) => {
      const { label, tone } = wordsOfState(getValue());
      return <Chip tone={tone}>{label}</Chip>;
    },
  }),
  helper.accessor('product.variants', {
    header: 'Packs',
    cell: ({ getValue }) => packsWords(getValue()),
  }),
  helper.accessor('claims', {
    header: 'Claims',
    meta: { isTight: true },
    cell: ({ getValue }) => claimsWords(getValue()),
  }),
  helper.accessor('taxClass', {
    header: 'Tax',
    meta: { isTight: true },
    cell: ({ getValue }) => TAX_CLASSES[getValue()],
  }),
]) as Column<Edited>[];

/** The products: on sale, drafts and archived ones. */
export default function ProductsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const mayWrite = useMay('products.write');
  const text = search.get('text') ?? '';
  const open = TABS.find(({ name }) => name === search.get('state')) ?? ALL;
  const query = useProducts(open.state, text);
  const products = useMemo(
    () =>
      rowsOf(
        query.data,
        (page) => page.products.map((product) => productIn({ product })),
        ({ product }) => product.id,
      ),
    [query.data],
  );
  return (
    <>
      <PageHead title="Products">
        {mayWrite && (
          <Link className={button.primary} to="/products/new">
            <Icon name="plus" /> New product
          </Link>
        )}
      </PageHead>
      <Tabs
        label="States of products"
        tabs={TABS.map((tab) => ({
          to: addressOf(tab, text),
          label: tab.label,
          isOpen: tab === open,
        }))}
      />
      <SearchForm
        text={text}
        label="Find products by a part of their name"
        placeholder="A part of a name…"
        onSearch={(typed) => void navigate(addressOf(open, typed))}
      />
      {!query.data ? (
        <Waiting query={query} what="the products" />
      ) : products.length === 0 ? (
        <Nothing>There is no such product.</Nothing>
      ) : (
        <>
          <DataTable
            caption="Products"
            columns={columns}
            rows={products}
            idOf={({ product }) => product.id}
            nameOf={({ product }) => product.productName}
            renderCard={(edited) => <ProductCard edited={edited} />}
          />
          <More query={query} shown={products.length === 1 ? '1 product' : `${products.length} products`} />
        </>
      )}
    </>
  );
}

function addressOf({ name: state }: Tab, text: string): string {
  const query = String(new URLSearchParams({ ...(state && { state }), ...(text && { text }) }));
  return query ? `/products?${query}` : '/products';
}

function Name({ product: { id, photos, productName, hindiName } }: { product: Product }) {
  const [photo] = photos;
  return (
    <span className={styles.name}>
      {photo ? (
        <img src={smallPhoto(photo)} alt="" width={40} height={40} loading="lazy" />
      ) : (
        <span className={styles.noPhoto} aria-hidden="true" />
      )}
      <span>
        <Link to={`/products/${id}`}>{productName}</Link>
        <small lang="hi">{hindiName}</small>
      </span>
    </span>
  );
}

function packsWords(packs: readonly Variant[]): string {
  return packs.map((pack) => `${pack.weightInGrams} g ${packPrice(pack)}`).join(' · ');
}

function claimsWords(claims: readonly FoundClaim[]): string {
  const open = claims.filter(({ isAccepted }) => !isAccepted).length;
  if (open > 0) return open === 1 ? '1 to check' : `${open} to check`;
  return claims.length > 0 ? 'accepted' : '';
}

function ProductCard({ edited: { product, state, claims } }: { edited: Edited }) {
  const { label, tone } = wordsOfState(state);
  return (
    <>
      <p>
        <Name product={product} />
        <Chip tone={tone}>{label}</Chip>
      </p>
      <p className={styles.soft}>
        <span>{packsWords(product.variants)}</span>
        <span>{claimsWords(claims)}</span>
      </p>
    </>
  );
}
