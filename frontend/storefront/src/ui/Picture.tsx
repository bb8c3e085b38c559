import { useState } from 'react';

/** The widths of most pictures. */
const WIDTHS = [400, 800] as const;
const FALLBACK = '/favicon.svg';
/** The widths of uploaded photos (services/catalog/src/photos/name.rs). */
const UPLOADED_WIDTHS = [400, 800, 1200] as const;
/** Matches the shop's own photos by one of their files. The other widths and formats are beside it. */
const OWN_FILE = /^(\/images\/.+|\/photos\/[0-9a-f]{32})-\d+\.webp$/;
/** Matches the base path of the shop's own photos, or the token of a prerendered page. */
const OWN_BASE = /^(\/images\/|\/photos\/[0-9a-f]{32}$|\{\{)[^.?]*$/;

interface PictureProps {
  /** A file of the shop (`/images/products/karela-800.webp`), the base path of its files, or any other URL. */
  photo: string | null | undefined;
  alt: string;
  width: number;
  height: number;
  /** The rendered width, from which the browser chooses a file. */
  sizes: string;
  eager?: boolean;
  /** The widths of the available files, smallest first. Default: all widths of photos of this kind. */
  widths?: readonly number[] | undefined;
  className?: string | undefined;
}

/** A photo in the best format the browser supports, or the shop's seal if there is none. */
export function Picture({
  photo,
  alt,
  width,
  height,
  sizes,
  eager = false,
  widths: asked,
  className,
}: PictureProps) {
  const [failed, setFailed] = useState<string>();
  const source = photo && photo !== failed ? photo.replace(OWN_FILE, '$1') : FALLBACK;
  const image = {
    width,
    height,
    className,
    loading: eager ? ('eager' as const) : ('lazy' as const),
    fetchPriority: eager ? ('high' as const) : ('auto' as const),
    onError: () => setFailed(photo ?? undefined),
  };
  if (!OWN_BASE.test(source)) return <img src={source} alt={alt} {...image} />;
  const isUploaded = source.startsWith('/photos/');
  // Uploaded photos have no AVIF, because its encoding would take longer than the uploader waits.
  const format = isUploaded ? 'webp' : source.startsWith('{') ? '{{photoFormat}}' : 'avif';
  const widths = asked ?? (isUploaded ? UPLOADED_WIDTHS : WIDTHS);
  return (
    <picture>
      <source type={`image/${format}`} srcSet={sourceSet(source, format, widths)} sizes={sizes} />
      <img
        src={`${source}-${widths[0]}.webp`}
        srcSet={sourceSet(source, 'webp', widths)}
        sizes={sizes}
        alt={alt}
        {...image}
      />
    </picture>
  );
}

function sourceSet(base: string, format: string, widths: readonly number[]): string {
  return widths.map((width) => `${base}-${width}.${format} ${width}w`).join(', ');
}
