/**
 * Which utility classes say the same thing, for `cn`. The full table of tailwind-merge is 6 kB gzip of every first view;
 * this is the part of it that we use, and a test holds the two against each other over every class in our sources.
 */
import type { createTailwindMerge } from 'tailwind-merge';

type Config = ReturnType<Parameters<typeof createTailwindMerge>[0]>;
type Definition = Config['classGroups'][string][number];

const any = () => true;
const isLength = (value: string) => /^(\d|\[[\d.-]|\[(length|calc|min|max|clamp))/.test(value);
const isTextSize = (value: string) => /^(2?xs|sm|base|lg|\d?xl)$/.test(value) || isLength(value);
const isWeight = (value: string) => /^(thin|light|normal|medium|semibold|bold|black|extra\w+|\[.+\])$/.test(value);

/** `name` itself and `name-…`. */
const family = (name: string): [string, Definition[]] => [name, [{ [name]: ['', any] }]];
const families = (names: string) => Object.fromEntries(names.split(' ').map(family));
/** Words that exclude each other. */
const words = (text: string): Definition[] => text.split(' ');

const sides = ['border-x', 'border-y', 'border-s', 'border-e', 'border-t', 'border-b', 'border-l', 'border-r'];

const classGroups: Config['classGroups'] = {
  ...families('size w h min-w max-w min-h max-h p px py ps pe pt pb pl pr m mx my ms me mt mb ml mr'),
  ...families('gap gap-x gap-y space-x space-y inset inset-x inset-y start end top bottom left right z'),
  ...families('leading tracking opacity grow shrink basis order grid-cols grid-rows col-start row-start'),
  ...families('rounded rounded-s rounded-e rounded-t rounded-b rounded-l rounded-r rounded-tl rounded-tr'),
  ...families('overflow overflow-x overflow-y whitespace hyphens cursor select pointer-events line-clamp fill stroke'),
  ...families('transition duration ease delay animate rotate scale translate translate-x translate-y origin accent'),
  ...families('underline-offset aspect appearance field-sizing scroll-m scroll-p columns object resize'),
  display: words(
    'block inline-block inline flex inline-flex grid inline-grid table table-row table-cell contents hidden',
  ),
  position: words('static fixed absolute relative sticky'),
  'font-size': [{ text: [isTextSize] }],
  'text-align': [{ text: words('left center right justify start end') }],
  'text-wrap': [{ text: words('wrap nowrap balance pretty') }],
  'text-overflow': ['truncate', { text: words('ellipsis clip') }],
  'text-color': [{ text: [any] }],
  'font-weight': [{ font: [isWeight] }],
  'font-family': [{ font: [any] }],
  'bg-color': [{ bg: [any] }],
  ...Object.fromEntries(
    ['border', ...sides].flatMap((side): [string, Definition[]][] => [
      [`${side}-width`, [{ [side]: ['', isLength] }]],
      [`${side}-color`, [{ [side]: [any] }]],
    ]),
  ),
  'border-style': [{ border: words('solid dashed dotted double hidden none') }],
  'border-collapse': [{ border: words('collapse separate') }],
  'divide-x': [{ 'divide-x': ['', isLength] }],
  'divide-y': [{ 'divide-y': ['', isLength] }],
  'divide-color': [{ divide: [any] }],
  'outline-style': words('outline-none outline-hidden outline-solid outline-dashed'),
  'outline-width': [{ outline: ['', isLength] }],
  'outline-offset': [{ 'outline-offset': [any] }],
  'outline-color': [{ outline: [any] }],
  'shadow-size': [{ shadow: ['', any] }],
  'flex-direction': [{ flex: words('row row-reverse col col-reverse') }],
  'flex-wrap': [{ flex: words('wrap wrap-reverse nowrap') }],
  flex: [{ flex: [any] }],
  'col-span': [{ 'col-span': [any] }],
  items: [{ items: [any] }],
  justify: [{ justify: [any] }],
  self: [{ self: [any] }],
  'place-content': [{ 'place-content': [any] }],
  'word-break': words('break-normal break-words break-all break-keep'),
  'list-type': [{ list: [any] }],
  'text-decoration': words('underline overline line-through no-underline'),
  'decoration-style': [{ decoration: words('solid dashed dotted double wavy') }],
  'decoration-color': [{ decoration: [any] }],
  numbers: words('tabular-nums proportional-nums'),
  'screen-reader': words('sr-only not-sr-only'),
};

const conflictingClassGroups: Config['conflictingClassGroups'] = {
  size: ['w', 'h'],
  p: ['px', 'py', 'ps', 'pe', 'pt', 'pb', 'pl', 'pr'],
  px: ['ps', 'pe', 'pl', 'pr'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'ms', 'me', 'mt', 'mb', 'ml', 'mr'],
  mx: ['ms', 'me', 'ml', 'mr'],
  my: ['mt', 'mb'],
  gap: ['gap-x', 'gap-y'],
  inset: ['inset-x', 'inset-y', 'start', 'end', 'top', 'bottom', 'left', 'right'],
  'inset-x': ['start', 'end', 'left', 'right'],
  'inset-y': ['top', 'bottom'],
  overflow: ['overflow-x', 'overflow-y'],
  'font-size': ['leading'],
  flex: ['basis', 'grow', 'shrink'],
  translate: ['translate-x', 'translate-y'],
  'line-clamp': ['display', 'overflow'],
  'border-width': sides.map((side) => `${side}-width`),
  'border-x-width': ['border-s-width', 'border-e-width', 'border-l-width', 'border-r-width'],
  'border-y-width': ['border-t-width', 'border-b-width'],
  'border-color': sides.map((side) => `${side}-color`),
  'border-x-color': ['border-s-color', 'border-e-color', 'border-l-color', 'border-r-color'],
  'border-y-color': ['border-t-color', 'border-b-color'],
  rounded: ['rounded-s', 'rounded-e', 'rounded-t', 'rounded-b', 'rounded-l', 'rounded-r', 'rounded-tl', 'rounded-tr'],
};

export const classConfig = (): Config => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: {},
  orderSensitiveModifiers: ['before', 'after', 'placeholder', 'file', 'marker', 'selection', '*', '**'],
});
