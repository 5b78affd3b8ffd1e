/** Bounds of the query language. They keep every query cheap to read, to show and to run. */

export const QUERY_LENGTH_MAX = 4096; // UTF-16 units
export const TERM_COUNT_MAX = 100; // words, phrases, prefixes, filters, dates, ranges and saved searches
export const DEPTH_MAX = 20; // parentheses, NOT, fields and scopes around one term
export const PREFIX_COUNT_MAX = 5;
export const PREFIX_LENGTH_MIN = 3; // letters before the star
export const SLOP_MAX = 100;
export const NEAR_DISTANCE_MIN = 1;
export const NEAR_DISTANCE_MAX = 100;
/** `A NEAR B` without a number. */
export const NEAR_DISTANCE_DEFAULT = 10;
export const FIRST_COUNT_MAX = 1000;
export const ATLEAST_COUNT_MAX = 50;
export const RANGE_MAX = 1_000_000;
/** Regular expressions of rules: each costs a run of its own over every article that has its text. */
export const PATTERN_COUNT_MAX = 5;
export const PATTERN_LENGTH_MAX = 300; // UTF-16 units between the slashes
export const PATTERN_DEPTH_MAX = 20; // groups around one character
export const PATTERN_REPEAT_MAX = 200; // the numbers in {n,m}
export const PATTERN_SIZE_MAX = 500; // steps of the machine that runs it, roughly
/** Every match must contain a fixed text of so many letters, or of so many Han characters. */
export const PATTERN_LETTERS_MIN = 3;
export const PATTERN_HAN_MIN = 2;
/** Only so many problems are told at once. */
export const PROBLEM_COUNT_MAX = 20;
