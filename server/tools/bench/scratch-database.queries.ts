import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';

export async function createDatabase(db: Db, name: string): Promise<void> {
  await sql`create database ${sql.id(name)}`.execute(db);
}

export async function dropDatabase(db: Db, name: string): Promise<void> {
  await sql`drop database if exists ${sql.id(name)} with (force)`.execute(db);
}
