"""Queries whose SQL Django compiles and PostgreSQL plans once, for the few that every request runs.

Compiling the SQL of a model with eighty columns costs several times as much as running it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.sql.compiler import SQLCompiler

from apps.core.postgres import prepared_cursor

M = TypeVar("M", bound=models.Model)


@dataclass(frozen=True, slots=True)
class _Compiled:
    sql: str
    params: tuple[Any, ...]
    compiler: SQLCompiler
    converters: Any
    columns: list[str]
    """The model's, which come first in a row."""
    annotations: dict[str, int]
    """Places of the annotations in a row."""


class CompiledQuery(Generic[M]):
    """A query for rows of one model, by named values.

    `build` is called once, with `samples`: distinct values that occur nowhere else in the query. The query
    must have the same SQL for all values, and no select_related.
    """

    def __init__(self, build: Callable[..., models.QuerySet[M]], **samples: Any) -> None:
        self._build = build
        self._samples = samples
        self._compiled: dict[bool, _Compiled] = {}
        """By whether only the first row is read."""
        self._model: type[M] | None = None

    def first(self, **values: Any) -> M | None:
        """Return the only row, or the first in the query's order, or None."""
        rows = self._rows(values, only_first=True)
        return rows[0] if rows else None

    def all(self, **values: Any) -> list[M]:
        """Return all rows, in the query's order."""
        return self._rows(values, only_first=False)

    def _rows(self, values: dict[str, Any], *, only_first: bool) -> list[M]:
        compiled = self._compiled.get(only_first) or self._compile(only_first=only_first)
        assert self._model is not None
        by_sample = {self._samples[name]: value for name, value in values.items()}
        with prepared_cursor() as cursor:
            cursor.execute(compiled.sql, [by_sample.get(param, param) for param in compiled.params])
            rows = cursor.fetchall()
        if rows and compiled.converters:
            rows = list(compiled.compiler.apply_converters(rows, compiled.converters))
        found = []
        for row in rows:
            one: M = self._model.from_db(connection.alias, compiled.columns, row[: len(compiled.columns)])
            for name, place in compiled.annotations.items():
                setattr(one, name, row[place])
            found.append(one)
        return found

    def _compile(self, *, only_first: bool) -> _Compiled:
        queryset = self._build(**self._samples)
        if only_first:
            queryset = queryset[:1]
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        places = compiler.klass_info["select_fields"]
        assert places == list(range(len(places))), "the model's columns are not the first"
        columns = [compiler.select[place][0].target.attname for place in places]
        converters = compiler.get_converters([expression for expression, _, _ in compiler.select])
        self._model = queryset.model
        compiled = _Compiled(sql, tuple(params), compiler, converters, columns, compiler.annotation_col_map)
        self._compiled[only_first] = compiled
        return compiled
