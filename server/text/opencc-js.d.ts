/** The package ships its dictionaries without types: `"from to|from to|…"`. */
declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
