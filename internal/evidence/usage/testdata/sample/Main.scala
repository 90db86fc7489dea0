package com.acme.jobs
import org.apache.spark.sql.{SparkSession, DataFrame => DF, _}
import scala.collection.mutable, scala.util.Try
import com.acme.core.Conf
object Main extends App {
  val spark = SparkSession.builder()
  val c = '"'; val sym = 'name
  val t = s"import ${Try(mutable.Map())}"
  def f(df: DF) = df.show()
  spark.stop()
}
