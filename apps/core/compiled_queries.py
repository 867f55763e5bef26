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
    """A query for one row of one model, by named values.

    `build` is called once, with `samples`: distinct values that occur nowhere else in the query. The query
    must have the same SQL for all values, and no select_related.
    """

    def __init__(self, build: Callable[..., models.QuerySet[M]], **samples: Any) -> None:
        self._build = build
        self._samples = samples
        self._compiled: _Compiled | None = None
        self._model: type[M] | None = None

    def first(self, **values: Any) -> M | None:
        """Return the row, or None."""
        compiled = self._compiled or self._compile()
        assert self._model is not None
        by_sample = {self._samples[name]: value for name, value in values.items()}
        with prepared_cursor() as cursor:
            cursor.execute(compiled.sql, [by_sample.get(param, param) for param in compiled.params])
            row = cursor.fetchone()
        if row is None:
            return None
        if compiled.converters:
            (row,) = compiled.compiler.apply_converters([row], compiled.converters)
        found: M = self._model.from_db(connection.alias, compiled.columns, row[: len(compiled.columns)])
        for name, place in compiled.annotations.items():
            setattr(found, name, row[place])
        return found

    def _compile(self) -> _Compiled:
        queryset = self._build(**self._samples)[:1]
        compiler = queryset.query.get_compiler(connection=connection)
        sql, params = compiler.as_sql()
        places = compiler.klass_info["select_fields"]
        assert places == list(range(len(places))), "the model's columns are not the first"
        columns = [compiler.select[place][0].target.attname for place in places]
        converters = compiler.get_converters([expression for expression, _, _ in compiler.select])
        self._model = queryset.model
        self._compiled = _Compiled(
            sql, tuple(params), compiler, converters, columns, compiler.annotation_col_map
        )
        return self._compiled
